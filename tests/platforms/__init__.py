"""Tests of platforms: files as each platform makes them, and what it makes of ours."""
