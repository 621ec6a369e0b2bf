"""The outside world, one door a library."""
