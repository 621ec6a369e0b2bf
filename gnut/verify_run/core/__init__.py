"""Whether what an agent did was allowed, by its trace and under a policy."""
