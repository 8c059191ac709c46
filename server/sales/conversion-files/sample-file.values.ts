/** A sample order file: an order of two lines, and an order with a discount code. */
export const SAMPLE_FILE = `order_id,order_name,ordered_at,currency,click_id,discount_code,line_id,product_id,sku,title,quantity,price,discount,included_tax,tax,shipping
5001,#1001,2026-11-20T14:03:00Z,USD,wc_01JD3W9N6G8Q4Z5X7Y2V1T0SRP,,1,771,COAT-M,Wool coat,1,240.00,24.00,0,17.28,9.00
5001,#1001,2026-11-20T14:03:00Z,USD,,,2,802,SCARF,Cashmere scarf,2,45.00,0,0,,
5002,#1002,2026-11-21T09:40:00Z,USD,,WTF10,1,771,COAT-L,Wool coat,1,240.00,24.00,0,17.28,9.00
`
