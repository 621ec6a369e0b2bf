"""Turn cited addresses into snapshots, or into named absences."""
