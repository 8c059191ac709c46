import { payload } from './payloads.ts'
import { StoreWebhooks, type Fields, type Resource } from './store-webhooks.ts'

/** The products of a store, and its messages about them. */
export abstract class StoreProducts extends StoreWebhooks {
  products = new Map<number, Resource>()
  variations = new Map<number, Resource[]>()

  addProduct(fields: Fields = {}, variations: Fields[] = []): Resource {
    const id = this.newId()
    const template = payload(variations.length ? 'product-variable' : 'product-simple') as Fields
    const name = String(fields['name'] ?? `Product ${id}`)
    const slug = name.toLowerCase().replaceAll(/\W+/g, '-')
    const product: Resource = {
      ...template,
      name,
      slug,
      permalink: `${this.origin}/product/${slug}/`,
      sku: `SKU-${id}`,
      images: [],
      date_created_gmt: this.gmt(),
      ...fields,
      id,
      date_modified_gmt: this.gmt(),
    }
    this.products.set(id, product)
    const [of] = payload('product-variations') as Fields[]
    const made = variations.map((each) => ({
      ...of,
      sku: '',
      permalink: `${String(product['permalink'])}${chosenBy(each['attributes'] ?? of?.['attributes'])}`,
      ...each,
      id: this.newId(),
      parent_id: id,
      date_modified_gmt: this.gmt(),
    }))
    if (made.length) product['variations'] = made.map((each) => each.id)
    this.variations.set(id, made)
    this.tell('product.created', 'product', id)
    return product
  }

  changeProduct(id: number, fields: Fields, topic = 'product.updated'): void {
    const product = this.products.get(id)
    if (!product) throw new Error(`There is no product ${id}.`)
    const changed: Fields & Resource = { ...product, ...fields, id, date_modified_gmt: this.gmt() }
    // A scheduled product was published early.
    if (changed['status'] === 'publish' && String(changed['date_created_gmt']) > this.gmt())
      changed['date_created_gmt'] = this.gmt()
    this.products.set(id, changed)
    this.tell(topic, 'product', id)
  }

  /** Changes a variation. Its product's modification date changes as well. */
  changeVariation(id: number, fields: Fields): void {
    for (const [productId, variations] of this.variations) {
      const product = this.products.get(productId)
      if (!product || !variations.some((each) => each.id === id)) continue
      const changed = { ...fields, id, date_modified_gmt: this.gmt() }
      this.variations.set(
        productId,
        variations.map((each) => (each.id === id ? { ...each, ...changed } : each)),
      )
      this.products.set(productId, { ...product, date_modified_gmt: this.gmt() })
      this.tell('product.updated', 'product', id)
    }
  }

  /** Moves a product to the trash, after its variations. The API lists it only on request. */
  trashProduct(id: number): void {
    this.#moveVariations(id, 'trash', 'product.deleted')
    this.changeProduct(id, { status: 'trash' }, 'product.deleted')
  }

  restoreProduct(id: number): void {
    this.#moveVariations(id, 'publish', 'product.restored')
    this.changeProduct(id, { status: 'publish' })
    this.tell('product.restored', 'product', id)
  }

  #moveVariations(productId: number, status: string, topic: string): void {
    const moved = (this.variations.get(productId) ?? []).map((each) => ({ ...each, status }))
    this.variations.set(productId, moved)
    for (const { id } of moved) this.tell(topic, 'product', id)
  }

  /** Deletes a product permanently. This sends no message, because only the move to the trash does. */
  deleteProduct(id: number): void {
    this.products.delete(id)
    this.variations.delete(id)
  }

  /** Deletes a variation. This changes the modification date of its product, but sends no message. */
  deleteVariation(id: number): void {
    for (const [productId, variations] of this.variations) {
      const left = variations.filter((each) => each.id !== id)
      const product = this.products.get(productId)
      if (!product || left.length === variations.length) continue
      this.variations.set(productId, left)
      this.products.set(productId, { ...product, date_modified_gmt: this.gmt() })
    }
  }

  scheduleProduct(id: number, inSeconds: number): void {
    this.changeProduct(id, { status: 'future', date_created_gmt: this.gmt(inSeconds) })
  }

  /** Publishes the scheduled products that are due. This changes no modification date, and sends no message. */
  publishScheduled(): void {
    for (const [id, product] of this.products)
      if (product['status'] === 'future' && String(product['date_created_gmt']) <= this.gmt())
        this.products.set(id, { ...product, status: 'publish' })
  }

  /** Returns a product. A variation has the form of a product with a parent. */
  shownProduct(id: number): Resource | undefined {
    const variation = [...this.variations.values()].flat().find((each) => each.id === id)
    return this.products.get(id) ?? (variation && { ...(payload('product-simple') as Fields), ...variation })
  }
}

/** Returns the parameters that choose a variation: '?attribute_pa_color=blue'. */
const chosenBy = (attributes: unknown): string =>
  `?${new URLSearchParams(
    (attributes as Array<{ slug: string; option: string }>).map(({ slug, option }) => [
      `attribute_${slug}`,
      option.toLowerCase(),
    ]),
  ).toString()}`
