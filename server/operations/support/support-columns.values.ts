/**
 * The columns that support staff can read in Prisma Studio, by table. PostgreSQL refuses all others, so a new table or
 * column stays hidden until it is added here or to HIDDEN.
 */
export const SEEN: Readonly<Record<string, string>> = {
  adjustments:
    'id partner_id conversion_id kind amount_minor currency reason status proposed_by_id proposed_at decided_by_id decided_at decision',
  api_call_counts: 'partner_id calls',
  api_calls: 'partner_id place number key_id method path status duration_ms at',
  approvals:
    'id action subject_id partner_ids summary status proposed_by_id proposed_at holds_from failure decided_by_id decided_at',
  appeals:
    'id kind subject_id decision_at decision_by_id decision_reason subject partner_id user_id words raised_at decided_at decided_by_id outcome reason',
  audit_log: 'id at actor_id action subject_id browser country data',
  backups: 'id asked_at asked_by_id begun_at finished_at taken_at file_name byte_size rows files missing error',
  bank_lines:
    'id statement_id place booked_on amount_minor currency reference payer invoice_id recorded_at recorded_by_id undone_at undone_by_id undo_reason',
  bank_statements: 'id file_name format uploaded_by_id uploaded_at is_unsigned known ignored unread problems',
  billing_profiles: 'partner_id legal_name address country vat_number purchase_order updated_at',
  brands: 'id name slug owner_id',
  brand_spellings: 'brand_id partner_id name',
  categories: 'id name slug parent_id level sort_order is_active file_id',
  commission_entries:
    'partner_id seq kind conversion_id plan_id tier_from rate_bps base_minor amount_minor currency order_net_minor order_currency rate month position effective_at reason actor actor_id previous_hash hash',
  commission_plans: 'id name version basis currency is_active lock_days codes_earn created_at',
  commission_tiers: 'plan_id name from_value up_to rate_bps',
  conversion_files:
    'id partner_id created_by_id file_name status problems outcome is_recorded attempts next_at failure decided_by_id decided_at reason created_at',
  conversion_flags:
    'id partner_id conversion_id kind evidence raised_at resolved_at resolved_by_id resolution proposed_at proposed_by_id holds_from failure',
  conversion_lines:
    'conversion_id external_id external_product_id product_id title sku quantity price_minor discount_minor included_tax_minor removed_quantity refunded_quantity refunded_minor net_minor left_out place',
  conversion_transitions: 'id conversion_id from to reason actor actor_id at',
  conversions:
    'id partner_id source store_id external_id order_name currency subtotal_minor discount_minor tax_minor shipping_minor commissionable_minor refunded_minor net_minor ordered_at paid_at paid_told_at cancelled_at source_updated_at is_test channel match_level click_id evidence status status_reason void_reason plan_id ledger_currency ledger_rate ledger_rate_as_of ledger_net_minor month month_position lock_at confirmed_at created_at updated_at',
  dashboard_preferences:
    'user_id theme show_charts auto_refresh refresh_interval is_folded hidden_columns email_sales email_reviews email_inventory email_weekly_report push_sales push_reviews push_inventory weekly_report_at',
  deferred_events: 'partner_id order_id refund_id source event asked_id created_at tried_at',
  discount_codes: 'partner_id code created_at retired_at',
  entered_rates: 'id currency to_base as_of source entered_by_id entered_at',
  exchange_rates: 'currency to_base as_of',
  favourite_stores: 'user_id partner_id created_at',
  feed_products: 'feed_id product_id',
  fetched_files: 'partner_id file_id byte_size',
  first_listings: 'product_id listed_at is_asked',
  held_orders: 'partner_id store_id external_id source currency value_minor held_at updated_at refused_at',
  host_claims: 'partner_id host created_at checked_at problem',
  import_findings: 'import_id kind place line handle product_name reason differences',
  integrity_checks: 'id asked_at asked_by_id begun_at finished_at findings error',
  invoice_entries: 'partner_id seq invoice_id',
  invoice_lines: 'invoice_id place conversion_id description base_minor amount_minor vat_treatment vat_rate_bps',
  invoice_numbers: 'year last',
  invoice_vat: 'invoice_id treatment rate_bps net_minor vat_minor',
  invoices:
    'id partner_id kind number month currency issued_at due_on total_minor vat_minor gross_minor credit_minor payable_minor status billed_to seller paid_at paid_by_id payment_note reminded_at reminders',
  item_matches: 'product_id other_id way evidence away matched_at',
  item_separations: 'product_id other_id separated_at separated_by_id reason',
  ledger_checks: 'id at partners entries problems',
  ledger_heads: 'partner_id seq hash',
  mails: 'id kind to_address subject state attempts last_error created_at sent_at',
  match_progress: 'name read_to pass_after pass_again',
  match_reports: 'id product_id other_id words reporter_id raised_at resolved_at resolved_by_id outcome',
  media_files:
    'id sha256 mime_type byte_size width height colour palette appearance drawn_width missing_at created_at stored_at',
  media_videos: 'id sha256 mime_type byte_size width height duration_ms is_playable created_at stored_at',
  new_in_digests: 'user_id last_at pushed_at',
  order_cancellations: 'partner_id store_id external_order_id cancelled_at created_at',
  order_looks: 'connection_id external_order_id looks next_at is_ready created_at',
  order_refunds:
    'partner_id store_id external_order_id external_id refunded_at lines other_minor gross_other_minor created_at awaits_order',
  outbound_clicks:
    'id clicked_at expires_at partner_id product_id variant_id user_id surface position agent search_id destination_url destination_host price_minor currency stock referrer_path browser_family country is_located device is_valid invalid_reason duplicate_of is_first_of_address',
  partner_agreements: 'id partner_id plan_id terms_version accepted_at accepted_by_id from_at',
  outgoing_deliveries: 'id webhook_id event_type state attempts next_at attempted_at response_status created_at',
  outgoing_webhooks:
    'id partner_id event_types state off_reason key_id previous_until clicks_up_to is_proven created_by_id created_at',
  partner_content: 'id partner_id content_type content is_active created_at updated_at',
  partner_domains: 'host partner_id verified_at proof checked_at misses lost_at',
  partner_feedback:
    'id partner_id user_id customer_name customer_email rating category title comment order_id status priority response response_date flagged_at flag_reason resolved_by resolved_at created_at updated_at',
  partner_invitations:
    'id email business_name contact_person personal_message round status expires_at invited_by_id mail_id sent_at opened_at ended_at partner_id created_at updated_at',
  partner_limits: 'partner_id quota value reason set_by_id set_at',
  partner_media:
    'id partner_id media_type file_id video_id file_name alt_text is_active display_order review review_reason reviewed_at reviewed_by_id deleted_at created_at former_file_id seen_at taken_down_at',
  partner_members: 'user_id partner_id role created_at',
  partner_staff: 'id partner_id label added_by_id added_at',
  partner_usage: 'partner_id quota used refused_at refused_name',
  personal_tokens: 'id user_id name scopes hint created_at last_used_at expires_at',
  picture_fetches: 'image_id partner_id url tries next_at reason',
  partners:
    'id owner_id business_name contact_person business_address business_type email contact_email phone website_url platform currency country time_zone ethos shipping_policy returns_policy returns_days agreed_to_marketing verification_status status_reason status_changed_at target_monthly_minor product_kinds utm_source utm_medium utm_campaign sends_ref paused_from paused_until is_paused created_at updated_at approved_name',
  plan_offers: 'id partner_id plan_id from_at offered_by_id offered_at accepted_at declined_at withdrawn_at',
  price_history: 'id product_id variant_id currency price_minor original_price_minor changed_at',
  price_schedules:
    'id partner_id product_id percent_off price_minor currency starts_at ends_at status prices note created_by_id created_at',
  product_acts: 'id partner_id kind actor_kind actor_id actor_name products undoes_id created_at',
  product_events: 'id act_id partner_id product_id product_name type changes currency before revision created_at',
  product_feeds:
    'id partner_id created_by_id gone every_hours is_active last_read_at next_read_at failures message created_at',
  product_flags: 'id product_id kind words reporter_id raised_at resolved_at resolved_by_id outcome reason',
  product_images: 'id product_id position is_primary alt colour_name source_url file_id',
  product_imports:
    'id partner_id created_by_id feed_id connection_id source file_name byte_size format layout mapping gone status message operation_id is_automatic is_cancelling created changed unchanged gone_count refused warnings done total applied kept act_id undo_id created_at read_at applied_at header_key file_bytes over_limit',
  product_reviews:
    'id partner_id product_id user_id rating title comment customer_name customer_email click_id verified_purchase helpful_votes status revision judged_at judged_by_id judge_reason response response_date response_by_id flagged_at flag_reason edited_at created_at updated_at flag_refused_at former_comment former_rating former_title fit size_bought',
  product_sale_rollups: 'partner_id level at product_id currency sales net_minor',
  product_variants:
    'id product_id position size colour_name colour_hex options sku gtin store_link currency price_minor original_price_minor stock',
  product_view_counts: 'partner_id period product_id views clicks',
  product_views: 'id product_id partner_id visitor_id user_id viewed_at is_first_of_address',
  products:
    'id partner_id brand_id category_id handle name description description_html status tags style_tags colour_palette material gender target_audience is_featured product_url metadata currency price_minor price_max_minor original_price_minor price_base_minor stock is_in_stock inventory_minor sizes colours materials cuts fit_shift appearances search_version popularity revision deleted_at created_at updated_at synced_at name_key taken_down_at taken_down_by_id taken_down_reason',
  profiles: 'user_id full_name phone address city country currency language created_at updated_at',
  push_notices: 'device_id topic waiting_until due_at tries',
  push_subscriptions: 'id user_id device created_at last_success_at failures',
  quota_warnings: 'partner_id quota level sent_at',
  reconciliations:
    'id connection_id started_at begun_at ended_at orders orders_mended products products_mended subscriptions_remade drift error',
  removed_wishes: 'id user_id product_id batch_id removed_at item',
  request_counts: 'level at route outcome process_id requests steps',
  review_pictures: 'review_id place file_id',
  review_refusals: 'id user_id product_id status reason judged_at',
  review_requests: 'conversion_id user_id asked_at',
  review_votes: 'review_id user_id voted_at',
  rolled_zones: 'partner_id time_zone',
  rollup_marks: 'name settled_to',
  sale_disputes:
    'id partner_id conversion_id from_status reason opened_by_id opened_at outcome decision decided_by_id decided_at',
  sale_lookups: 'conversion_id partner_id text',
  sale_mail_marks: 'user_id partner_id seq mailed_at mails',
  sale_push_marks: 'user_id partner_id seq',
  sale_rollups: 'partner_id level at status currency ledger_currency sales net_minor commission_minor',
  search_days: 'day query mode shown searches found_nothing clicks partner_key',
  search_marks: 'mark day',
  search_totals: 'day searches found_nothing clicks places',
  seller_profiles:
    'id valid_from legal_name address country company_number vat_number iban bic sort_code account_number payment_days created_at created_by_id',
  shopify_connections:
    'id partner_id platform shop shop_id shop_name currency mode client_id scopes api_version status status_reason connected_at connected_by_id last_ok_at last_delivery_at last_refused_at reconciled_until disconnected_at key_id token_expires_at previous_secret_until',
  shopify_webhooks: 'connection_id topic subscription_id error created_at last_delivery_at',
  shopper_weeks: 'joined week shoppers',
  size_table_versions: 'table_id revision source measures ease_mm rows saved_by_name saved_at',
  size_tables:
    'id partner_id brand_id category_id audience source measures ease_mm rows revision removed_at created_at updated_at judged_at judged_by_id judgement judgement_reason',
  site_settings: 'id state launch_at offline_app updated_at',
  stale_quarters: 'id kind partner_id at',
  store_inventory_items: 'connection_id external_id external_product_id',
  store_keys:
    'id partner_id kind name scopes hint created_by_id created_at last_used_at revoked_at key_id confirm_before confirmed_by_id',
  store_overrides: 'product_id field store_value',
  store_products: 'connection_id external_id product_id updated_at',
  storefront_drafts: 'partner_id revision data hero_file_id logo_file_id discarded_at updated_at updated_by_id',
  support_tickets:
    'id reference channel user_id name email subject category priority description state created_at updated_at',
  team_invitations: 'id partner_id email role expires_at sent_at mail_id created_at',
  ticket_replies: 'id ticket_id author_id text mail_id created_at',
  told_stocks: 'product_id partner_id is_gone told_at',
  traffic_rollups: 'partner_id level at views clicks',
  uploads: 'id partner_id user_id slot file_name byte_size status file_id video_id message created_at stored_at',
  users:
    'id email email_verified_at role search_mode is_demo notifications deletion_requested_at created_at updated_at suspended_at suspended_by_id suspension_reason',
  view_count_windows: 'period from_at to_at',
  waitlist:
    'id reference email source browser location time_spent_seconds user_agent created_at confirmed_at unsubscribed_at',
  webhook_events:
    'id connection_id topic webhook_id triggered_at received_at status attempts next_at last_error done_at',
  wishlist_events: 'id user_id item_id kind facts happened_at mailed_at seen_at',
  wishlist_items:
    'id user_id product_id priority note size added_at added_price_minor added_currency last_facts target_minor target_currency drop_percent watches_stock usual_price_minor usual_currency dearer_since was_below_target was_in_stock was_low_stock',
  wishlist_settings: 'user_id time_zone quiet_from quiet_until drop_percent last_digest_at',
  wishlist_shares: 'user_id title shared_at',
}

/**
 * The columns that support staff never see: passwords, tokens, hashes of sessions and IP addresses, encrypted secrets,
 * and the contents of emails, which have working links. '*': the entire table.
 */
export const HIDDEN: Readonly<Record<string, string>> = {
  _prisma_migrations: '*',
  app_secrets: '*',
  approvals: 'input',
  attempt_counts: '*',
  bank_lines: 'key payer_iban',
  // The detail may repeat parts of a request.
  api_calls: 'detail',
  audit_log: 'ip_hash',
  click_signals: '*',
  conversion_files: 'orders',
  conversions: 'customer_hash',
  held_orders: 'order',
  idempotent_calls: '*',
  ip_salts: '*',
  item_keys: '*',
  link_tests: '*',
  mails: 'text html unsubscribe_url',
  match_reports: 'reporter_hash',
  oauth_accounts: '*',
  one_time_tokens: '*',
  order_looks: 'store_order',
  outbound_clicks: 'ip_hash visitor_id',
  // The response may name people, and a URL may contain a secret.
  outgoing_deliveries: 'body response error',
  outgoing_webhooks: 'url sealed',
  partner_customers: '*',
  partner_invitations: 'token_hash',
  partner_staff: 'customer_hash',
  passwords: '*',
  personal_tokens: 'token_hash',
  product_changes: '*',
  product_feeds: 'url',
  product_flags: 'reporter_hash',
  product_views: 'ip_hash',
  products: 'search_text lookup_text',
  push_notices: 'message',
  push_subscriptions: 'session_id endpoint p256dh auth',
  recovery_codes: '*',
  saved_searches: '*',
  search_finds: '*',
  search_log: '*',
  second_factors: '*',
  sessions: '*',
  shopper_sizes: '*',
  shopify_connections: 'sealed_token sealed_secret sealed_previous_secret',
  store_approvals: '*',
  store_keys: 'key_hash sealed',
  partner_members: 'invitation_hash',
  team_invitations: 'token_hash',
  unfinished_sign_ins: '*',
  uploads: 'key',
  webhook_events: 'payload',
  wishlist_shares: 'token',
}

/**
 * The columns that support staff may update. They cannot insert or delete rows. Triggers record each change in the
 * audit log.
 */
export const CHANGED: Readonly<Record<string, string>> = {
  categories: 'sort_order is_active',
  partner_content: 'content',
  partners: 'contact_person business_address phone ethos shipping_policy returns_policy',
  support_tickets: 'category priority',
}
