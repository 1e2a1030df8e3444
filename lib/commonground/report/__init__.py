"""What results say: intervals and comparisons, tables, claims, sentences and figures. Reads results, never plays."""
