"""Unpacks students' archives, which are not trusted, into a folder of ours."""
