"""What failed for one reason: functions that failures of others follow from."""
