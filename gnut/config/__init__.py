"""What a repository may decide about how it is checked: data, a closed list of keys, nothing that runs."""
