-- Whoever may run it could make it a trigger of a temporary table, and write what they like into the audit log. Triggers that are there need no right to it.
REVOKE EXECUTE ON FUNCTION note_support_change() FROM PUBLIC;
