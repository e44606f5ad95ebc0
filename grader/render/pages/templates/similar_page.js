// Nothing on this page needs a script: a browser opens the files, and prints those that are open.
