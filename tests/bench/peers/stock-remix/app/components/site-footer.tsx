import { Form } from '@remix-run/react'
import { LinkList } from './link-list'

const PLATFORM = [
  ['Shop', '/discover?all=true'],
  ['Discover', '/discover'],
  ['Stores', '/stores'],
  ['Features', '/features'],
  ['About', '/about'],
  ['Contact', '/contact'],
  ['Early access', '/early-access'],
] as const
const LEGAL = [
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
  ['Support', '/support'],
  ['Reviews policy', '/reviews-policy'],
  ['How we rank', '/ranking'],
] as const
const STACK = ['TypeScript', 'React', 'Remix', 'PostgreSQL']
const BOTTOM = [
  ['Home', '/'],
  ['Discover', '/discover?all=true'],
  ['Search', '/discover'],
  ['Wishlist', '/wishlist'],
  ['Login', '/login'],
] as const

export function SiteFooter() {
  return (
    <footer>
      <p>Decoding fashion&apos;s future through AI-powered discovery</p>
      <Form method="post" action="/waitlist">
        <label>
          Newsletter
          <input type="email" name="email" required autoComplete="email" placeholder="Your email address" />
        </label>
        <button type="submit">Subscribe</button>
      </Form>
      <p>Platform</p>
      <LinkList label="Platform" links={PLATFORM} />
      <p>Legal</p>
      <LinkList label="Legal" links={LEGAL} />
      <p>Tech Stack</p>
      <ul>
        {STACK.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <Form method="post" action="/display">
        <Choices label="Prices in" name="pricesIn" values={['USD', 'EUR', 'GBP', 'own']} />
        <p>For comparison. You pay in the store&apos;s currency.</p>
        <Choices label="Theme" name="theme" values={['system', 'light', 'dark']} />
      </Form>
      <p>You buy in the brand&apos;s own store. We may earn commission when you buy from the store.</p>
      <LinkList label="Bottom bar" links={BOTTOM} />
    </footer>
  )
}

function Choices({ label, name, values }: { label: string; name: string; values: string[] }) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {values.map((value) => (
        <button key={value} type="submit" name={name} value={value}>
          {value}
        </button>
      ))}
    </fieldset>
  )
}
