export interface paths {
    "/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one or more events */
        post: operations["sendConversions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversions/{order_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an order */
        get: operations["getConversion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/postback/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report an order with a signed URL
         * @description sig is the HMAC-SHA256, in hex, of all other parameters, sorted by name and joined as name=value with "&", before URL encoding.
         */
        get: operations["getPostback"];
        put?: never;
        /**
         * Report an order with a signed URL
         * @description sig is the HMAC-SHA256, in hex, of all other parameters, sorted by name and joined as name=value with "&", before URL encoding.
         */
        post: operations["postPostback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sales
         * @description Sales of your store that we referred, the latest order first. They have the same fields as in webhooks.
         *
         *     The key needs the permission `sales:read`.
         */
        get: operations["listSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/sales/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sale with its lines
         * @description The key needs the permission `sales:read`.
         */
        get: operations["getSale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/clicks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clicks
         * @description Valid clicks on your products, the latest first. Clicks by bots and repeated clicks are left out. Clicks do not identify the shopper.
         *
         *     The key needs the permission `clicks:read`.
         */
        get: operations["listClicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices and credit notes
         * @description The latest first, with the same fields as in webhooks. from and to refer to issuedAt.
         *
         *     The key needs the permission `invoices:read`.
         */
        get: operations["listInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice or a credit note
         * @description The key needs the permission `invoices:read`.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/invoices/{id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lines of an invoice
         * @description In the order of the invoice. Amounts are in the currency of the invoice.
         *
         *     The key needs the permission `invoices:read`.
         */
        get: operations["listInvoiceLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of your ledger
         * @description The oldest first. Entries never change. To get only new ones, set `after` to the last seq that you have.
         *
         *     The key needs the permission `ledger:read`.
         */
        get: operations["listLedgerEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description All products except deleted ones, including drafts, sorted by handle. A page has fewer products than the limit if they have many variants.
         *
         *     The key needs the permission `products:read`.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Create a product
         * @description The same rules apply as in the dashboard. The product is a draft unless you send the status active. Images appear once we have downloaded them.
         *
         *     The key needs the permission `products:write`.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product
         * @description The key needs the permission `products:read`.
         */
        get: operations["getStoreProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a product
         * @description Changes the fields that you send. Fields that a connected store manages cannot be changed. To change only stock or prices, use changeVariants.
         *
         *     The key needs the permission `products:write`.
         */
        patch: operations["updateProduct"];
        trace?: never;
    };
    "/store/variants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set stock and prices in bulk
         * @description Sets the stock, the price or both of up to 500 variants. A change that cannot be made is listed in refused, and does not stop the others.
         *
         *     The key needs the permission `products:write`.
         */
        post: operations["changeVariants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ConversionEvent: {
            /** @constant */
            type: "order.paid";
            /** @description The store's order ID. Use the same ID in all events about an order. */
            order_id: string;
            /** @description The order number that people see: "#1001". */
            order_name?: string;
            /**
             * Format: date-time
             * @description When the order was placed, if different from when it was paid.
             */
            ordered_at?: string;
            /**
             * Format: date-time
             * @description When it was paid or last changed. If two events describe the same order, we use the later one.
             */
            occurred_at: string;
            /** @description ISO 4217: "USD". Applies to all amounts in the event. */
            currency: string;
            /** @description The value of wtf_cid from the shopper’s visit. It is enough to attribute the order. */
            click_id?: string;
            /** @default [] */
            discount_codes: string[];
            /** @description SHA-256 of the buyer's lower-case email address, in hex, used to count buyers. Never send the address itself. */
            customer_hash?: string;
            /**
             * @description No commission is owed on a test order.
             * @default false
             */
            test: boolean;
            /**
             * @description All tax, whether or not prices include it.
             * @default 0
             */
            tax: string;
            /**
             * @description In currency units, with no more decimal places than the currency has: "49.90".
             * @default 0
             */
            shipping: string;
            lines: {
                /** @description The store's line ID, unique within the order. */
                id: string;
                /** @description The store's product ID. */
                product_id?: string;
                sku?: string;
                title: string;
                quantity: number;
                /** @description The price of one item, before discounts. */
                price: string;
                /**
                 * @description For all items together: the line's own discounts and its share of the order's discounts.
                 * @default 0
                 */
                discount: string;
                /**
                 * @description For all items together, if prices include tax. Send "0" if tax is added on top.
                 * @default 0
                 */
                included_tax: string;
                /**
                 * @description No commission is owed on gift cards or tips.
                 * @default product
                 * @enum {string}
                 */
                kind: "product" | "gift_card" | "tip";
            }[];
        } | {
            /** @constant */
            type: "order.refunded";
            /** @description The store's order ID. Use the same ID in all events about an order. */
            order_id: string;
            /** @description The store's refund ID. Each refund counts once. */
            refund_id: string;
            /** Format: date-time */
            occurred_at: string;
            /** @description ISO 4217: "USD". Applies to all amounts in the event. */
            currency: string;
            /** @default [] */
            lines: {
                /** @description The line's ID in order.paid. */
                id: string;
                /**
                 * @description 0 if the buyer keeps the items.
                 * @default 0
                 */
                quantity: number;
                /** @description The amount refunded for the line, without included tax. */
                amount: string;
            }[];
            /**
             * @description Refunded in addition to lines and shipping, without included tax.
             * @default 0
             */
            amount: string;
        } | {
            /** @constant */
            type: "order.cancelled";
            /** @description The store's order ID. Use the same ID in all events about an order. */
            order_id: string;
            /** Format: date-time */
            occurred_at: string;
        };
        ConversionEvents: {
            events: components["schemas"]["ConversionEvent"][];
        };
        ConversionResult: {
            order_id: string;
            /**
             * @description recorded: the event was stored. If `conversion_id` is null, it waits, for its order or until your connected store answers us: see `match.reason`. ignored: nothing links the order to WTF, so it was not stored. held: the order is unusually large, and the store owner has to confirm it on the Sales page. refused: see `problem` for the reason.
             * @enum {string}
             */
            outcome: "recorded" | "unchanged" | "ignored" | "held" | "refused";
            conversion_id: string | null;
            /** @description tracked: no commission is owed, because the order was not matched at a level that earns commission. */
            status: ("tracked" | "pending" | "confirmed" | "invoiced" | "paid" | "hold" | "disputed" | "cancelled") | null;
            match: {
                level: ("A" | "B" | "C" | "D" | "U" | "M") | null;
                reason: string;
            };
            problem?: string;
        };
        ConversionResults: {
            results: components["schemas"]["ConversionResult"][];
        };
        ConversionState: {
            order_id: string;
            conversion_id: string | null;
            /** @description tracked: no commission is owed, because the order was not matched at a level that earns commission. */
            status: ("tracked" | "pending" | "confirmed" | "invoiced" | "paid" | "hold" | "disputed" | "cancelled") | null;
            match: {
                level: ("A" | "B" | "C" | "D" | "U" | "M") | null;
                reason: string;
            };
            currency: string;
            /** Format: date-time */
            ordered_at: string;
            /** @description The amount on which commission is charged, after refunds. */
            net: string;
            refunded: string;
        };
        CreateProductRequest: {
            /** @description A unique identifier that you choose for the product: lowercase letters, digits and hyphens. */
            handle: string;
            name: string;
            /** @description The currency of the prices. It must be your store’s currency. */
            currency: string;
            variants: {
                /**
                 * Format: uuid
                 * @description The ID of an existing variant. Without it, the SKU or the options identify the variant.
                 */
                id?: string;
                sku?: string | null;
                gtin?: string | null;
                size?: string | null;
                colourName?: string | null;
                /** @description The colour of the swatch, such as #7d8f69. */
                colourHex?: string | null;
                /** @description Up to 10 options other than size and colour, such as {"Length": "Petite"}. */
                options?: {
                    [key: string]: string;
                };
                priceMinor: number;
                /** @description The price before a reduction. Must be higher than priceMinor. */
                originalPriceMinor?: number | null;
                /** @description Null if you do not report it. */
                stock?: number | null;
            }[];
            /** @description Plain text or simple HTML. */
            description?: string;
            /** @description Empty for your store’s own brand. */
            brand?: string;
            categoryId?: string | null;
            material?: string;
            tags?: string[];
            /** @enum {string} */
            gender?: "" | "women" | "men" | "unisex" | "girls" | "boys" | "kids";
            /** @enum {string} */
            status?: "draft" | "active" | "archived";
            /** @description The product’s page on your website. */
            productUrl?: string;
            /** @description We download them. They replace earlier images, except those that were uploaded in the dashboard. */
            images?: {
                /** Format: uri */
                url: string;
                alt?: string;
                /** @description The colour of the variants that it shows. */
                colourName?: string | null;
            }[];
        };
        UpdateProductRequest: {
            /** @description Plain text or simple HTML. */
            description?: string;
            /** @description Empty for your store’s own brand. */
            brand?: string;
            categoryId?: string | null;
            material?: string;
            tags?: string[];
            /** @enum {string} */
            gender?: "" | "women" | "men" | "unisex" | "girls" | "boys" | "kids";
            /** @enum {string} */
            status?: "draft" | "active" | "archived";
            /** @description The product’s page on your website. */
            productUrl?: string;
            /** @description We download them. They replace earlier images, except those that were uploaded in the dashboard. */
            images?: {
                /** Format: uri */
                url: string;
                alt?: string;
                /** @description The colour of the variants that it shows. */
                colourName?: string | null;
            }[];
            name?: string;
            handle?: string;
            /** @description The currency of the prices in variants. Required with prices. */
            currency?: string;
            /** @description All variants: those that you leave out are deleted. */
            variants?: {
                /**
                 * Format: uuid
                 * @description The ID of an existing variant. Without it, the SKU or the options identify the variant.
                 */
                id?: string;
                sku?: string | null;
                gtin?: string | null;
                size?: string | null;
                colourName?: string | null;
                /** @description The colour of the swatch, such as #7d8f69. */
                colourHex?: string | null;
                /** @description Up to 10 options other than size and colour, such as {"Length": "Petite"}. */
                options?: {
                    [key: string]: string;
                };
                priceMinor: number;
                /** @description The price before a reduction. Must be higher than priceMinor. */
                originalPriceMinor?: number | null;
                /** @description Null if you do not report it. */
                stock?: number | null;
            }[];
        };
        ChangeVariantsRequest: {
            variants: {
                /** Format: uuid */
                variantId?: string;
                /** @description Instead of variantId, if only one variant has it. */
                sku?: string;
                /** @description Null if you do not report it. */
                stock?: number | null;
                priceMinor?: number;
                /** @description The price before a reduction. Must be higher than priceMinor. Null if there is none. */
                originalPriceMinor?: number | null;
                /** @description The currency of the product. Required with a price. */
                currency?: string;
            }[];
        };
        Sale: {
            /** Format: uuid */
            id: string;
            /** @description The order’s ID in your store. */
            orderId: string;
            /** @description The order’s number in your store, such as #1001. */
            orderName: string;
            /** @enum {string} */
            status: "tracked" | "pending" | "confirmed" | "invoiced" | "paid" | "hold" | "disputed" | "cancelled";
            isTest: boolean;
            currency: string;
            /** @description The amount that commission is computed from, before refunds. */
            commissionableMinor: number;
            refundedMinor: number;
            /** @description The amount that commission is computed from, after refunds. */
            netMinor: number;
            /** @description In the currency of your plan. Null until we charge a commission, and 0 after a full refund. */
            commission: {
                amountMinor: number;
                currency: string;
            } | null;
            clickId: string | null;
            /** Format: date-time */
            orderedAt: string;
            paidAt: string | null;
            cancelledAt: string | null;
            confirmedAt: string | null;
        };
        Invoice: {
            /** Format: uuid */
            id: string;
            number: string;
            /** @enum {string} */
            kind: "invoice" | "credit_note";
            /** @enum {string} */
            status: "open" | "paid" | "settled";
            /** @description YYYY-MM */
            month: string;
            currency: string;
            netMinor: number;
            vatMinor: number;
            grossMinor: number;
            payableMinor: number;
            /** Format: date-time */
            issuedAt: string;
            /** Format: date */
            dueOn: string;
            paidAt: string | null;
        };
        Product: {
            /** Format: uuid */
            id: string;
            handle: string;
            name: string;
            description: string;
            brand: string;
            categoryId: string | null;
            material: string;
            tags: string[];
            /** @enum {string} */
            gender: "" | "women" | "men" | "unisex" | "girls" | "boys" | "kids";
            /** @enum {string} */
            status: "draft" | "active" | "archived";
            productUrl: string | null;
            /** @description The currency of all its prices. */
            currency: string;
            /** @description A connected store manages the product: most fields can only be changed there. */
            isManaged: boolean;
            variants: {
                /** Format: uuid */
                id: string;
                sku: string | null;
                gtin: string | null;
                size: string | null;
                colourName: string | null;
                colourHex: string | null;
                /** @description Options other than size and colour. */
                options: {
                    [key: string]: string;
                };
                priceMinor: number;
                originalPriceMinor: number | null;
                /** @description Null if you do not report it. */
                stock: number | null;
            }[];
            images: {
                /** Format: uuid */
                id: string;
                /** @description The URL we downloaded it from. Null if it was uploaded. */
                url: string | null;
                alt: string;
                colourName: string | null;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SavedProduct: {
            /** Format: uuid */
            id: string;
            handle: string;
            /** @description False if nothing had to be changed. */
            isChanged: boolean;
        };
        ListSalesResponse: {
            data: components["schemas"]["Sale"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            nextCursor: string | null;
        };
        GetSaleResponse: {
            /** Format: uuid */
            id: string;
            /** @description The order’s ID in your store. */
            orderId: string;
            /** @description The order’s number in your store, such as #1001. */
            orderName: string;
            /** @enum {string} */
            status: "tracked" | "pending" | "confirmed" | "invoiced" | "paid" | "hold" | "disputed" | "cancelled";
            isTest: boolean;
            currency: string;
            /** @description The amount that commission is computed from, before refunds. */
            commissionableMinor: number;
            refundedMinor: number;
            /** @description The amount that commission is computed from, after refunds. */
            netMinor: number;
            /** @description In the currency of your plan. Null until we charge a commission, and 0 after a full refund. */
            commission: {
                amountMinor: number;
                currency: string;
            } | null;
            clickId: string | null;
            /** Format: date-time */
            orderedAt: string;
            paidAt: string | null;
            cancelledAt: string | null;
            confirmedAt: string | null;
            /** @description The lines of the order, at most 1,000. */
            lines: {
                /** @description Our product. Null if none matches the line. */
                productId: string | null;
                sku: string | null;
                title: string;
                quantity: number;
                refundedQuantity: number;
                /** @description The amount that counts towards the commission, after refunds. In the currency of the sale. */
                netMinor: number;
            }[];
        };
        ListClicksResponse: {
            data: {
                /** @description The click ID that our links carry as wtf_cid. */
                id: string;
                /** Format: date-time */
                clickedAt: string;
                /**
                 * Format: date-time
                 * @description Orders until then can be matched to the click.
                 */
                expiresAt: string;
                /** Format: uuid */
                productId: string;
                variantId: string | null;
                /** @description Where the link was, such as product, search or agent. */
                surface: string;
                /** @description The name of the assistant that sent the shopper, if it gave one. */
                agent: string | null;
                destinationUrl: string;
                /** @description The price that the shopper saw. */
                priceMinor: number;
                currency: string;
                /** @description The stock that we knew of. Null if you do not report it. */
                stock: number | null;
                /** @description Null if we do not know it. */
                country: string | null;
                device: ("phone" | "tablet" | "computer") | null;
            }[];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            nextCursor: string | null;
        };
        ListInvoicesResponse: {
            data: components["schemas"]["Invoice"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            nextCursor: string | null;
        };
        ListInvoiceLinesResponse: {
            data: {
                place: number;
                /** @description Null for lines without a sale. */
                saleId: string | null;
                description: string;
                /** @description The amount that the commission was computed from. */
                baseMinor: number;
                /** @description The net amount, without VAT. */
                amountMinor: number;
                /** @enum {string} */
                vatTreatment: "none" | "not_registered" | "domestic" | "reverse_charge" | "outside_scope";
                /** @description In hundredths of a per cent. */
                vatRateBps: number;
            }[];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            nextCursor: string | null;
        };
        ListLedgerEntriesResponse: {
            data: {
                /** @description 1, 2, 3 ... within your ledger, without gaps. */
                seq: number;
                /** @enum {string} */
                kind: "accrual" | "adjustment" | "reversal" | "clawback" | "confirmation" | "waiver" | "manual";
                saleId: string | null;
                /** @description The change in the amount that commission is computed from. */
                baseMinor: number;
                /** @description The rate, in hundredths of a per cent. */
                rateBps: number;
                /** @description The change in what you owe. */
                amountMinor: number;
                currency: string;
                /** @description The month that the sale counts towards: YYYY-MM */
                month: string | null;
                /** Format: date-time */
                effectiveAt: string;
                reason: string;
                /** @description SHA-256 of the entry and of the one before it, in hex. */
                hash: string;
            }[];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            nextCursor: string | null;
        };
        ListProductsResponse: {
            data: components["schemas"]["Product"][];
            /** @description Send it as cursor to get the next page. Null on the last page. */
            nextCursor: string | null;
        };
        ChangeVariantsResponse: {
            changed: number;
            unchanged: number;
            /** @description Changes that were not made. All others were made. */
            refused: {
                /** @description The index in variants, starting at 0. */
                index: number;
                reason: string;
            }[];
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @description What is wrong and what to do about it. */
            detail: string;
            errors?: {
                /** @description "lines[0].price" */
                path: string;
                message: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sendConversions: {
        parameters: {
            query?: never;
            header?: {
                /** @description A string that you choose, such as a UUID. If you repeat the request with the same key within a day, you get the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON of up to 256 KB, with up to 100 events. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversionEvent"] | components["schemas"]["ConversionEvents"];
            };
        };
        responses: {
            /** @description All events were accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionResult"] | components["schemas"]["ConversionResults"];
                };
            };
            /** @description The order is unusually large. It is not recorded until the store owner confirms it on the Sales page. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionResult"];
                };
            };
            /** @description Some events were refused. See each result. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionResults"];
                };
            };
            /** @description The body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was used for a different request, or the first request with it is still in progress. Or the order is in another currency, or your Shopify store already reports it, or several of your orders have its number. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is larger than 256 KB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is invalid. `errors` names the fields. Nothing was recorded. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can send 20,000 order and refund lines a minute and use 24 seconds of our processing time, across all of its keys and signed URLs. One request is processed at a time, and four can wait. Nothing was recorded. `detail` says which limit was reached and how much is left, and Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Nothing was recorded. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getConversion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                order_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionState"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Order not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Several of your orders have this number. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can send 20,000 order and refund lines a minute and use 24 seconds of our processing time, across all of its keys and signed URLs. One request is processed at a time, and four can wait. Nothing was recorded. `detail` says which limit was reached and how much is left, and Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Nothing was recorded. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPostback: {
        parameters: {
            query: {
                order_id: string;
                amount?: string;
                currency?: string;
                wtf_cid?: string;
                event?: "order.paid" | "order.refunded" | "order.cancelled";
                refund_id?: string;
                discount_code?: string;
                ts: string;
                sig: string;
            };
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event was accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionResult"];
                };
            };
            /** @description The signature is wrong or older than a day. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can send 20,000 order and refund lines a minute and use 24 seconds of our processing time, across all of its keys and signed URLs. One request is processed at a time, and four can wait. Nothing was recorded. `detail` says which limit was reached and how much is left, and Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Nothing was recorded. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    postPostback: {
        parameters: {
            query: {
                order_id: string;
                amount?: string;
                currency?: string;
                wtf_cid?: string;
                event?: "order.paid" | "order.refunded" | "order.cancelled";
                refund_id?: string;
                discount_code?: string;
                ts: string;
                sig: string;
            };
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event was accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionResult"];
                };
            };
            /** @description The signature is wrong or older than a day. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is invalid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can send 20,000 order and refund lines a minute and use 24 seconds of our processing time, across all of its keys and signed URLs. One request is processed at a time, and four can wait. Nothing was recorded. `detail` says which limit was reached and how much is left, and Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Nothing was recorded. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSales: {
        parameters: {
            query?: {
                /** @description The maximum number of entries on the page. */
                limit?: number;
                /** @description The nextCursor of the previous page. Leave it out for the first page. */
                cursor?: string;
                /** @description Only entries from this time on (UTC). */
                from?: string;
                /** @description Only entries before this time (UTC). */
                to?: string;
                status?: "tracked" | "pending" | "confirmed" | "invoiced" | "paid" | "hold" | "disputed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List sales. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSalesResponse"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSale: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a sale with its lines. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSaleResponse"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not in your store. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listClicks: {
        parameters: {
            query?: {
                /** @description The maximum number of entries on the page. */
                limit?: number;
                /** @description The nextCursor of the previous page. Leave it out for the first page. */
                cursor?: string;
                /** @description Only entries from this time on (UTC). */
                from?: string;
                /** @description Only entries before this time (UTC). */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List clicks. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListClicksResponse"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description The maximum number of entries on the page. */
                limit?: number;
                /** @description The nextCursor of the previous page. Leave it out for the first page. */
                cursor?: string;
                /** @description Only entries from this time on (UTC). */
                from?: string;
                /** @description Only entries before this time (UTC). */
                to?: string;
                status?: "open" | "paid" | "settled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List invoices and credit notes. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListInvoicesResponse"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an invoice or a credit note. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not in your store. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvoiceLines: {
        parameters: {
            query?: {
                /** @description The maximum number of entries on the page. */
                limit?: number;
                /** @description The nextCursor of the previous page. Leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the lines of an invoice. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListInvoiceLinesResponse"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not in your store. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLedgerEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of entries on the page. */
                limit?: number;
                /** @description The nextCursor of the previous page. Leave it out for the first page. */
                cursor?: string;
                /** @description Only entries with a higher seq. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the entries of your ledger. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListLedgerEntriesResponse"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description The maximum number of entries on the page. */
                limit?: number;
                /** @description The nextCursor of the previous page. Leave it out for the first page. */
                cursor?: string;
                status?: "draft" | "active" | "archived";
                /** @description Only the product with this handle. */
                handle?: string;
                /** @description Only products with a variant that has this SKU. */
                sku?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List products. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProductsResponse"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description A string that you choose, such as a UUID. If you repeat the request with the same key within a day, you get the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProductRequest"];
            };
        };
        responses: {
            /** @description Create a product. */
            201: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedProduct"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was used for a different request, or the first request with it is still in progress. Or someone else changed the product at the same time. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is invalid. `errors` names the fields. Nothing was changed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStoreProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a product. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not in your store. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description A string that you choose, such as a UUID. If you repeat the request with the same key within a day, you get the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProductRequest"];
            };
        };
        responses: {
            /** @description Update a product. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedProduct"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not in your store. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was used for a different request, or the first request with it is still in progress. Or someone else changed the product at the same time. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is invalid. `errors` names the fields. Nothing was changed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeVariants: {
        parameters: {
            query?: never;
            header?: {
                /** @description A string that you choose, such as a UUID. If you repeat the request with the same key within a day, you get the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeVariantsRequest"];
            };
        };
        responses: {
            /** @description Set stock and prices in bulk. */
            200: {
                headers: {
                    /** @description "rows";q=20000;w=60 */
                    "RateLimit-Policy"?: string;
                    /** @description "rows";r=19950;t=42: rows left, and seconds until the limit resets. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeVariantsResponse"];
                };
            };
            /** @description A parameter is unknown or invalid, or the body is not valid JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key is missing, unknown or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The key does not have the permission for this call. `detail` names it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Idempotency-Key was used for a different request, or the first request with it is still in progress. Or someone else changed the product at the same time. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is larger than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is invalid. `errors` names the fields. Nothing was changed. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A store can read and write 20,000 rows and 256 MB a minute and use 24 seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Our database is unavailable. Send the same request again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
