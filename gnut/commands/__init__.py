"""One command a file: read the world, call a room, write, print, exit code."""
