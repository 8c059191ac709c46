-- AlterTable
ALTER TABLE "partners" ADD COLUMN     "contact_email" TEXT;

-- What an owner has typed in Settings so far becomes the address to write to; the brand is recognised by its owner's own again.
UPDATE "partners" p SET "contact_email" = p."email", "email" = u."email" FROM "users" u
WHERE u."id" = p."owner_id" AND u."email_verified_at" IS NOT NULL AND lower(p."email") <> u."email"
  AND EXISTS (SELECT FROM "audit_log" a WHERE a."action" = 'store_profile_changed' AND a."subject_id" = p."id"::text AND a."data" @> '{"hasNewEmail": true}')
  AND NOT EXISTS (SELECT FROM "partners" o WHERE lower(o."email") = u."email" AND o."id" <> p."id");
