"""
What a learning platform does with an upload, written from its public rules and not from our exporter.

Each importer takes what the platform knows and the uploaded bytes, and says what would change, what is left out and
why, and what would be created. Read for it:

- canvas-lms: `gradebook_importer.rb`, `process_gradebook_upload.js`, `abstract_assignment.rb`;
- moodle: `mod/assign/feedback/offline`, `mod/assign/feedback/file/importziplib.php`, `grade/import/csv`,
  `lib/csvlib.class.php`;
- Blackboard's help on working offline with grade data.
"""
