-- DropIndex
DROP INDEX "audit_log_at_idx";

-- DropIndex
DROP INDEX "audit_log_actor_id_at_idx";

-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "browser" TEXT,
ADD COLUMN     "country" TEXT;

-- CreateTable
CREATE TABLE "integrity_checks" (
    "id" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asked_by_id" UUID,
    "begun_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "findings" JSONB NOT NULL DEFAULT '[]',
    "error" TEXT,

    CONSTRAINT "integrity_checks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "integrity_checks_asked_at_idx" ON "integrity_checks"("asked_at" DESC);

-- CreateIndex
CREATE INDEX "audit_log_at_id_idx" ON "audit_log"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_log_actor_id_at_id_idx" ON "audit_log"("actor_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_log_action_at_id_idx" ON "audit_log"("action", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_log_subject_id_at_id_idx" ON "audit_log"("subject_id", "at" DESC, "id" DESC);

-- The audit log only grows, as the ledger does. The triggers stop whoever owns the table; the app's role has no right to begin with.
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER audit_log_stays BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_any_change();
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_log" FROM CURRENT_USER;

-- What support staff change by Prisma Studio (docs/support-studio.md) goes past the shop, but not past the audit log. The role itself cannot write it.
CREATE FUNCTION note_support_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was jsonb;
  is_now jsonb;
BEGIN
  SELECT jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value) INTO was, is_now
  FROM jsonb_each(to_jsonb(OLD)) o JOIN jsonb_each(to_jsonb(NEW)) n USING (key) WHERE o.value IS DISTINCT FROM n.value;
  IF was IS NOT NULL THEN
    INSERT INTO audit_log (id, action, subject_id, data)
    VALUES (gen_random_uuid(), 'changed_in_studio', NEW.id::text, jsonb_build_object('table', TG_TABLE_NAME, 'before', was, 'after', is_now));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER partners_supported AFTER UPDATE ON "partners" FOR EACH ROW WHEN (current_user = 'wtf_support') EXECUTE FUNCTION note_support_change();
CREATE TRIGGER partner_content_supported AFTER UPDATE ON "partner_content" FOR EACH ROW WHEN (current_user = 'wtf_support') EXECUTE FUNCTION note_support_change();
CREATE TRIGGER support_tickets_supported AFTER UPDATE ON "support_tickets" FOR EACH ROW WHEN (current_user = 'wtf_support') EXECUTE FUNCTION note_support_change();
CREATE TRIGGER categories_supported AFTER UPDATE ON "categories" FOR EACH ROW WHEN (current_user = 'wtf_support') EXECUTE FUNCTION note_support_change();
