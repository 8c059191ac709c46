/**
 * The file that partners download as an example of our columns: a product with three variants, and one without options.
 */
export const SAMPLE_FILE = `handle,name,description,status,brand,category,tags,material,gender,product_url,size,colour,colour_hex,option_name,option_value,sku,gtin,price,original_price,stock,images,image_alts
linen-shirt,Linen shirt,"Cut wide, with a small collar.",active,,Shirts,"linen, summer",Linen,men,https://your-store.example/products/linen-shirt,S,White,#f5f3ee,Fit,Relaxed,LS-W-S,,79.00,99.00,12,https://your-store.example/linen-1.jpg | https://your-store.example/linen-2.jpg,Front | Back
linen-shirt,Linen shirt,,,,,,,,,M,White,#f5f3ee,Fit,Relaxed,LS-W-M,,79.00,99.00,4,,
linen-shirt,Linen shirt,,,,,,,,,M,Sage,#9caf88,Fit,Relaxed,LS-S-M,,79.00,,0,,
silk-scarf,Silk scarf,Ninety centimetres square.,draft,,Scarves,silk,Silk,unisex,,,,,,,SC-1,,120.00,,,,
`
