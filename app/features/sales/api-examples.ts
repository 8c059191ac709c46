/**
 * A curl example for an order of two lines, with the partner's own URLs. It uses a variable for the key, because the
 * key is shown only once.
 */
export function orderExample(siteUrl: string, currency: string): string {
  return `curl -X POST ${siteUrl}/api/v1/conversions \\
  -H "Authorization: Bearer $WTF_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-5001-paid" \\
  -d '{
    "type": "order.paid",
    "order_id": "5001",
    "order_name": "#1001",
    "occurred_at": "2026-11-23T12:00:00Z",
    "currency": "${currency}",
    "click_id": "the value of wtf_cid",
    "lines": [
      { "id": "1", "sku": "COAT-M", "title": "Wool coat", "quantity": 1, "price": "240.00", "discount": "24.00" },
      { "id": "2", "sku": "SCARF", "title": "Cashmere scarf", "quantity": 2, "price": "45.00" }
    ]
  }'`
}

export function refundExample(siteUrl: string, currency: string): string {
  return `curl -X POST ${siteUrl}/api/v1/conversions \\
  -H "Authorization: Bearer $WTF_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "type": "order.refunded",
    "order_id": "5001",
    "refund_id": "r-1",
    "occurred_at": "2026-11-25T09:30:00Z",
    "currency": "${currency}",
    "lines": [{ "id": "2", "quantity": 1, "amount": "45.00" }]
  }'`
}

export function cancelExample(siteUrl: string): string {
  return `curl -X POST ${siteUrl}/api/v1/conversions \\
  -H "Authorization: Bearer $WTF_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "type": "order.cancelled", "order_id": "5001", "occurred_at": "2026-11-25T09:30:00Z" }'`
}

export function stateExample(siteUrl: string): string {
  return `curl ${siteUrl}/api/v1/conversions/5001 -H "Authorization: Bearer $WTF_KEY"`
}

/** Fetches the latest sales, with a key that may read them. */
export const salesExample = (siteUrl: string): string =>
  `curl "${siteUrl}/api/v1/store/sales?limit=10" -H "Authorization: Bearer $WTF_KEY"`

/** Creates a product as a draft. */
export function productExample(siteUrl: string, currency: string): string {
  return `curl -X POST ${siteUrl}/api/v1/store/products \\
  -H "Authorization: Bearer $WTF_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: wool-coat-1" \\
  -d '{
    "handle": "wool-coat-1",
    "name": "Wool coat",
    "currency": "${currency}",
    "variants": [{ "sku": "COAT-1-M", "size": "M", "priceMinor": 24000, "stock": 3 }]
  }'`
}

/** Updates a variant's stock and price by SKU. */
export function variantsExample(siteUrl: string, currency: string): string {
  return `curl -X POST ${siteUrl}/api/v1/store/variants \\
  -H "Authorization: Bearer $WTF_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "variants": [{ "sku": "COAT-1-M", "stock": 12, "priceMinor": 21600, "currency": "${currency}" }] }'`
}

/** A shell example: sorts the parameters by name, signs them and sends them. */
export function postbackExample(siteUrl: string, currency: string, keyId: string): string {
  return `TEXT="amount=306.00&currency=${currency}&event=order.paid&order_id=5001&ts=$(date +%s)&wtf_cid=$CLICK_ID"
SIG=$(printf %s "$TEXT" | openssl dgst -sha256 -hmac "$WTF_SECRET" -r | cut -d' ' -f1)
curl "${siteUrl}/api/v1/postback/${keyId}?$TEXT&sig=$SIG"`
}
