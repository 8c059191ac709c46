-- CreateTable
CREATE TABLE "bank_statements" (
    "id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "uploaded_by_id" UUID NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "known" INTEGER NOT NULL,
    "ignored" INTEGER NOT NULL,
    "unread" INTEGER NOT NULL,
    "problems" JSONB NOT NULL,

    CONSTRAINT "bank_statements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bank_lines" (
    "id" UUID NOT NULL,
    "statement_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "key" BYTEA NOT NULL,
    "booked_on" DATE NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "reference" TEXT NOT NULL,
    "payer" TEXT NOT NULL,
    "payer_iban" TEXT NOT NULL,
    "invoice_id" UUID,
    "recorded_at" TIMESTAMPTZ(3),
    "recorded_by_id" UUID,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by_id" UUID,
    "undo_reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "bank_lines_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bank_statements_uploaded_at_idx" ON "bank_statements"("uploaded_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "bank_lines_key_key" ON "bank_lines"("key");

-- CreateIndex
CREATE INDEX "bank_lines_statement_id_place_idx" ON "bank_lines"("statement_id", "place");

-- AddForeignKey
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_statement_id_fkey" FOREIGN KEY ("statement_id") REFERENCES "bank_statements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_payment" CHECK (
  ("invoice_id" IS NULL) = ("recorded_at" IS NULL) AND ("recorded_at" IS NULL) = ("recorded_by_id" IS NULL)
  AND ("undone_at" IS NULL OR "recorded_at" IS NOT NULL) AND ("undone_at" IS NULL) = ("undone_by_id" IS NULL)
  AND ("undone_at" IS NULL) = ("undo_reason" = '') AND "amount_minor" > 0
);
-- An invoice is paid by one line at a time.
CREATE UNIQUE INDEX "bank_lines_invoice_id_key" ON "bank_lines" ("invoice_id") WHERE "undone_at" IS NULL;
CREATE FUNCTION keep_bank_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.undone_at IS NOT NULL OR OLD.recorded_at IS NOT NULL
    AND (NEW.invoice_id, NEW.recorded_at, NEW.recorded_by_id) IS DISTINCT FROM (OLD.invoice_id, OLD.recorded_at, OLD.recorded_by_id)
  THEN RAISE EXCEPTION 'a recorded payment can only be undone, once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_lines_are_paid_once BEFORE UPDATE ON "bank_lines" FOR EACH ROW EXECUTE FUNCTION keep_bank_lines();
CREATE TRIGGER bank_lines_are_kept BEFORE UPDATE OF "id", "statement_id", "place", "key", "booked_on", "amount_minor", "currency", "reference", "payer",
  "payer_iban" OR DELETE ON "bank_lines" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
CREATE TRIGGER bank_statements_are_kept BEFORE UPDATE OR DELETE ON "bank_statements" FOR EACH ROW EXECUTE FUNCTION refuse_any_change();
