"""Canvas: flat names, as its `content_zipper.rb` makes them."""

from __future__ import annotations

from tests.platforms.samples.download import HTML, NOTEBOOK, RIGHT, Download, zipped

CANVAS = {
    "canvas": Download(
        layout="canvas",
        root="ai-2026-tic-tac-toe_submissions",
        files={
            # one file; late; handed in again, so Canvas added "-1", and in the browser before that
            "lovelaceada_4711_59876_tictactoe.py": RIGHT,
            "hoppergrace_LATE_4712_59881_tictactoe.py": RIGHT,
            "turingalan_4713_59890_tictactoe-1.py": RIGHT,
            "hamiltonmargaret_4714_59891_tictactoe (2)-3.py": RIGHT,
            # helper files that were renamed too, a text that the assignment asks for, a picture
            "johnsonkatherine_4715_59895_tictactoe-2.py": RIGHT,
            "johnsonkatherine_4715_59896_board_tools-2.py": RIGHT,
            "johnsonkatherine_4715_59897_requirements-2.txt": "pygame\n",
            "johnsonkatherine_4715_59898_level-1.txt": "1\n",
            "johnsonkatherine_4715_59899_level-2.txt": "2\n",
            # one file twice in one attempt, and the newest has the higher number, not the longer name
            "knuthdonald_4716_59910_tictactoe.py": RIGHT,
            "knuthdonald_4716_59908_tictactoe-1.py": RIGHT,
            # two files that could be meant
            "perlmanradia_4717_59912_tictactoe.py": RIGHT,
            "perlmanradia_4717_59913_tic_tac_toe.py": RIGHT,
            # names in other scripts, with "_", with a number at the end or in the middle, alone with a number
            "müllerjürgen_4718_59914_tictactoe.py": RIGHT,
            "иванованна_4719_59915_tictactoe.py": RIGHT,
            "王小明_4720_59916_tictactoe.py": RIGHT,
            "o_neill_shaun_4721_59917_tictactoe.py": RIGHT,
            "team_5_4722_59918_tictactoe.py": RIGHT,
            "12345_4723_59919_tictactoe.py": RIGHT,
            "late_4724_59920_tictactoe.py": RIGHT,
            "anon_4725_59921_tictactoe.py": RIGHT,
            # a file name with numbers in it, which could be ids
            "dijkstraedsger_4726_59922_3_tictactoe.py": RIGHT,
            "liskovbarbara_LATE_4727_59923_2026_09_01_tictactoe.py": RIGHT,
            # what is no file: typed text, a link; a zip; a notebook; an ending that Windows hid; no ending
            "ritchiedennis_4728_text.html": HTML,
            "thompsonken_LATE_4729_link.html": HTML,
            "kernighanbrian_4730_59930_tictactoe.zip": zipped({"tictactoe/tictactoe.py": RIGHT}),
            "lamportleslie_4731_59931_tictactoe.ipynb": NOTEBOOK,
            "backusjohn_4732_59932_tictactoe.py.txt": RIGHT,
            "hoaretony_4733_59933_tictactoe": RIGHT,
            # a test student whose file is empty; a file called "text.html"
            "studenttest_4734_59934_tictactoe.py": "",
            "wirthniklaus_4735_59935_text.html": HTML,
            # what instructors and systems put beside it
            "2026-09-02T0800_Grades-AI-2026.csv": "Student,ID\n",
            ".DS_Store": b"\0\0\0\1Bud1",
            "__MACOSX/._lovelaceada_4711_59876_tictactoe.py": b"\0",
        },
    ),
    "canvas-anonymous": Download(
        layout="canvas",
        root="ai-2026-tic-tac-toe_submissions",
        files={
            "anon_kX3bC_59876_tictactoe.py": RIGHT,
            "LATE_anon_9aZ1q_59881_tictactoe-1.py": RIGHT,
            "anon_12345_59882_tictactoe.py": RIGHT,
            "anon_Qw2Er_text.html": HTML,
            "LATE_anon_Ty7Ui_link.html": HTML,
            "anon_Op4As_59890_7_tictactoe.py": RIGHT,
        },
    ),
    "canvas-unpacked": Download(  # by an instructor who unpacked the zips of students
        layout="canvas",
        root="submissions",
        files={
            "lovelaceada_4711_59876_tictactoe/tictactoe.py": RIGHT,
            "hoppergrace_LATE_4712_59881_tictactoe/src/tictactoe.py": RIGHT,
            "turingalan_4713_59882_project/tictactoe.py": RIGHT,
            "turingalan_4713_59882_project.zip": zipped({"tictactoe.py": RIGHT}),
            "knuthdonald_4716_59883_one/tictactoe.py": RIGHT,
            "knuthdonald_4716_59884_two/tictactoe.py": RIGHT,
        },
    ),
}
