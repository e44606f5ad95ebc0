"""What failed for one reason: functions that failures of others may follow from."""
