"""What git holds, read through its library, which runs nothing that a repository names."""
