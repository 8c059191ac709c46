-- CreateEnum
CREATE TYPE "sale_emails" AS ENUM ('instant', 'daily', 'off');

-- Nothing was sent before: who had the switch on gets one email a day.
ALTER TABLE "dashboard_preferences" ALTER COLUMN "email_sales" DROP DEFAULT;
ALTER TABLE "dashboard_preferences" ALTER COLUMN "email_sales" TYPE "sale_emails" USING (CASE WHEN "email_sales" THEN 'daily' ELSE 'off' END)::"sale_emails";
ALTER TABLE "dashboard_preferences" ALTER COLUMN "email_sales" SET DEFAULT 'daily';

-- CreateTable
CREATE TABLE "sale_mail_marks" (
    "user_id" UUID NOT NULL,
    "partner_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "mailed_at" TIMESTAMPTZ(3) NOT NULL,
    "mails" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "sale_mail_marks_pkey" PRIMARY KEY ("user_id","partner_id")
);

-- CreateIndex
CREATE INDEX "sale_mail_marks_partner_id_idx" ON "sale_mail_marks"("partner_id");

-- AddForeignKey
ALTER TABLE "sale_mail_marks" ADD CONSTRAINT "sale_mail_marks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_mail_marks" ADD CONSTRAINT "sale_mail_marks_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
