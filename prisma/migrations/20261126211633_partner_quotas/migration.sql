-- CreateEnum
CREATE TYPE "partner_quota" AS ENUM ('products', 'variants', 'labels', 'pictures', 'files', 'bytes');

-- AlterEnum
ALTER TYPE "import_finding_kind" ADD VALUE 'limit';

-- AlterTable
ALTER TABLE "product_imports" ADD COLUMN     "file_bytes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "over_limit" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "partner_usage" (
    "partner_id" UUID NOT NULL,
    "quota" "partner_quota" NOT NULL,
    "used" BIGINT NOT NULL DEFAULT 0,
    "refused_at" TIMESTAMPTZ(3),
    "refused_name" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "partner_usage_pkey" PRIMARY KEY ("partner_id","quota")
);

-- CreateTable
CREATE TABLE "partner_limits" (
    "partner_id" UUID NOT NULL,
    "quota" "partner_quota" NOT NULL,
    "value" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "set_by_id" UUID,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "partner_limits_pkey" PRIMARY KEY ("partner_id","quota")
);

-- CreateTable
CREATE TABLE "quota_warnings" (
    "partner_id" UUID NOT NULL,
    "quota" "partner_quota" NOT NULL,
    "level" SMALLINT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quota_warnings_pkey" PRIMARY KEY ("partner_id","quota","level")
);

-- CreateTable
CREATE TABLE "fetched_files" (
    "partner_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "byte_size" INTEGER NOT NULL,

    CONSTRAINT "fetched_files_pkey" PRIMARY KEY ("partner_id","file_id")
);

-- CreateIndex
CREATE INDEX "partner_limits_set_by_id_idx" ON "partner_limits"("set_by_id");

-- CreateIndex
CREATE INDEX "fetched_files_file_id_idx" ON "fetched_files"("file_id");

-- CreateIndex
CREATE INDEX "products_partner_id_brand_id_idx" ON "products"("partner_id", "brand_id");

-- AddForeignKey
ALTER TABLE "partner_usage" ADD CONSTRAINT "partner_usage_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_limits" ADD CONSTRAINT "partner_limits_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "partner_limits" ADD CONSTRAINT "partner_limits_set_by_id_fkey" FOREIGN KEY ("set_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quota_warnings" ADD CONSTRAINT "quota_warnings_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fetched_files" ADD CONSTRAINT "fetched_files_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fetched_files" ADD CONSTRAINT "fetched_files_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "media_files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what Prisma's schema cannot say.

-- Usage is counted by triggers, so that it is exact whoever writes. Statement triggers count a whole batch at once; rows are locked in the order of
-- partners, so that two batches for several partners never wait for each other.
CREATE FUNCTION add_partner_usage("partner" uuid, "what" partner_quota, "change" bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO partner_usage (partner_id, quota, used) SELECT partner, what, change WHERE change <> 0
  ON CONFLICT (partner_id, quota) DO UPDATE SET used = partner_usage.used + excluded.used;
$$;

CREATE FUNCTION count_added_products() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_partner_usage(partner_id, 'products', n) FROM (SELECT partner_id, count(*) AS n FROM changed GROUP BY 1 ORDER BY 1) c;
  RETURN NULL;
END $$;
CREATE TRIGGER products_counted_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_products();

-- Before the product goes, because its variants and pictures go with it, and nothing says whose they were then.
CREATE FUNCTION count_removed_product() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM add_partner_usage(OLD.partner_id, 'products', -1);
  PERFORM add_partner_usage(OLD.partner_id, 'variants', -(SELECT count(*) FROM product_variants WHERE product_id = OLD.id));
  PERFORM add_partner_usage(OLD.partner_id, 'pictures', -(SELECT count(*) FROM product_images WHERE product_id = OLD.id));
  RETURN OLD;
END $$;
-- Not where the partner itself is deleted: its usage goes with it.
CREATE TRIGGER products_counted_removed BEFORE DELETE ON products
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION count_removed_product();

-- Of variants and pictures; the argument says which.
CREATE FUNCTION count_rows_of_products() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM add_partner_usage(partner_id, TG_ARGV[0]::partner_quota, sign * n) FROM (
    SELECT p.partner_id, sum(c.n)::bigint AS n FROM (SELECT product_id, count(*) AS n FROM changed GROUP BY 1) c
    JOIN products p ON p.id = c.product_id GROUP BY 1 ORDER BY 1) c;
  RETURN NULL;
END $$;
CREATE TRIGGER product_variants_counted_added AFTER INSERT ON product_variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_products('variants');
CREATE TRIGGER product_variants_counted_removed AFTER DELETE ON product_variants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_products('variants');
CREATE TRIGGER product_images_counted_added AFTER INSERT ON product_images REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_products('pictures');
CREATE TRIGGER product_images_counted_removed AFTER DELETE ON product_images REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_products('pictures');

-- Files that a partner sends, and those that we fetch for it: few at a time, so a row at a time.
CREATE FUNCTION count_upload() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  files_before int := CASE WHEN TG_OP <> 'INSERT' AND OLD.status <> 'refused' THEN 1 ELSE 0 END;
  files_after int := CASE WHEN TG_OP <> 'DELETE' AND NEW.status <> 'refused' THEN 1 ELSE 0 END;
  partner uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.partner_id ELSE NEW.partner_id END;
BEGIN
  -- Uploads of a partner that is deleted go with its usage.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM partners WHERE id = partner) THEN RETURN NULL; END IF;
  PERFORM add_partner_usage(partner, 'files', files_after - files_before);
  PERFORM add_partner_usage(partner, 'bytes',
    CASE files_after WHEN 1 THEN NEW.byte_size ELSE 0 END::bigint - CASE files_before WHEN 1 THEN OLD.byte_size ELSE 0 END);
  RETURN NULL;
END $$;
CREATE TRIGGER uploads_counted AFTER INSERT OR DELETE OR UPDATE OF status, byte_size ON uploads
  FOR EACH ROW EXECUTE FUNCTION count_upload();

CREATE FUNCTION count_fetched_file() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_partner_usage(NEW.partner_id, 'files', 1);
    PERFORM add_partner_usage(NEW.partner_id, 'bytes', NEW.byte_size);
  ELSIF EXISTS (SELECT FROM partners WHERE id = OLD.partner_id) THEN
    PERFORM add_partner_usage(OLD.partner_id, 'files', -1);
    PERFORM add_partner_usage(OLD.partner_id, 'bytes', -OLD.byte_size);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fetched_files_counted AFTER INSERT OR DELETE ON fetched_files FOR EACH ROW EXECUTE FUNCTION count_fetched_file();

CREATE FUNCTION count_import_file() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  partner uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.partner_id ELSE NEW.partner_id END;
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM partners WHERE id = partner) THEN RETURN NULL; END IF;
  PERFORM add_partner_usage(partner, 'bytes',
    CASE TG_OP WHEN 'DELETE' THEN 0 ELSE NEW.file_bytes END - CASE TG_OP WHEN 'INSERT' THEN 0 ELSE OLD.file_bytes END);
  RETURN NULL;
END $$;
CREATE TRIGGER product_imports_counted AFTER INSERT OR DELETE OR UPDATE OF file_bytes ON product_imports
  FOR EACH ROW EXECUTE FUNCTION count_import_file();

-- Counts a partner's usage anew. Its rows are locked first: a writer that is not counted yet adds its change afterwards.
CREATE FUNCTION recount_partner_usage("partner" uuid) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  corrected int;
BEGIN
  INSERT INTO partner_usage (partner_id, quota) SELECT partner, q FROM unnest(ARRAY['products', 'variants', 'pictures', 'files', 'bytes']::partner_quota[]) q
  ON CONFLICT DO NOTHING;
  PERFORM FROM partner_usage WHERE partner_id = partner ORDER BY quota FOR UPDATE;
  WITH counted AS MATERIALIZED (
    SELECT 'products'::partner_quota AS quota, count(*)::bigint AS used FROM products WHERE partner_id = partner
    UNION ALL SELECT 'variants', count(*) FROM product_variants v JOIN products p ON p.id = v.product_id WHERE p.partner_id = partner
    UNION ALL SELECT 'pictures', count(*) FROM product_images i JOIN products p ON p.id = i.product_id WHERE p.partner_id = partner
    UNION ALL SELECT 'files', (SELECT count(*) FROM uploads WHERE partner_id = partner AND status <> 'refused')
      + (SELECT count(*) FROM fetched_files WHERE partner_id = partner)
    UNION ALL SELECT 'bytes', (SELECT coalesce(sum(byte_size), 0) FROM uploads WHERE partner_id = partner AND status <> 'refused')
      + (SELECT coalesce(sum(byte_size), 0) FROM fetched_files WHERE partner_id = partner)
      + (SELECT coalesce(sum(file_bytes), 0) FROM product_imports WHERE partner_id = partner)
  )
  UPDATE partner_usage u SET used = c.used FROM counted c WHERE u.partner_id = partner AND u.quota = c.quota AND u.used <> c.used;
  GET DIAGNOSTICS corrected = ROW_COUNT;
  RETURN corrected;
END $$;

-- Pictures that were fetched before they were counted.
INSERT INTO fetched_files (partner_id, file_id, byte_size)
  SELECT DISTINCT p.partner_id, f.id, f.byte_size FROM product_images i JOIN products p ON p.id = i.product_id JOIN media_files f ON f.id = i.file_id
  WHERE i.source_url IS NOT NULL;
UPDATE product_imports SET file_bytes = byte_size
  WHERE status NOT IN ('receiving', 'fetching', 'cancelled') AND created_at > now() - interval '7 days';
SELECT recount_partner_usage(id) FROM partners;
