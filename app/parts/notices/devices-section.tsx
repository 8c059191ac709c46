import { Form, useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { lookHere, switchOffHere, switchOn, type Here } from './push-here.ts'

export type Devices = RouterOutputs['newIn']['devices']
type Device = Devices['devices'][number]

const FAILED = 'Something went wrong. Check your connection and try again.'

const SAID: Readonly<Record<Here | 'asking', string>> = {
  asking: 'Checking whether this browser supports notifications.',
  unable: 'This browser does not support notifications. Use emails or feeds instead.',
  'not-installed':
    'On iPhones and iPads, only the installed app can show notifications. Choose Share, then Add to Home Screen, and open WTF from there.',
  denied:
    'Your browser blocks notifications from this site. Allow them in its site settings (usually the icon next to the address), then come back.',
  off: 'Off. Your browser asks for permission the first time you turn this on.',
  on: 'On while you are signed in on this device.',
}

interface DevicesSectionProps extends Devices {
  title: string
  hint: string
  /** The URL that receives the form to remove a device. */
  forms: string
}

/** Turns push notifications on in this browser, and lists the account's other devices with notifications. */
export function DevicesSection({ title, hint, forms, publicKey, devices }: DevicesSectionProps) {
  const thisDevice = devices.find(({ isThis }) => isThis)
  const others = devices.filter(({ isThis }) => !isThis)
  return (
    <Section id="devices" title={title} hint={hint}>
      <div className="needs-script">
        <DeviceSwitch endpoint={thisDevice?.endpoint ?? null} publicKey={publicKey} />
      </div>
      <div className="no-script-only">
        {thisDevice ? (
          <RemoveButton device={thisDevice} forms={forms}>
            Turn off notifications on this device
          </RemoveButton>
        ) : (
          <p>Notifications on this device need JavaScript.</p>
        )}
      </div>
      {others.length > 0 && (
        <>
          <h3 className="mt-6 text-lg">Other devices</h3>
          <ul className="divide-y divide-line/60">
            {others.map((device) => (
              <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-6 py-1">
                <p className="min-w-0 py-2">
                  {nameOf(device)}
                  <span className="block text-sm text-muted">
                    Since {formatDate(device.createdAt)}
                    {device.lastSuccessAt
                      ? `, last notified on ${formatDate(device.lastSuccessAt)}`
                      : ', not notified yet'}
                  </span>
                </p>
                <RemoveButton device={device} forms={forms}>
                  Remove
                </RemoveButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

const nameOf = ({ device }: Device) => device || 'Unknown device'

function DeviceSwitch({ endpoint, publicKey }: { endpoint: string | null; publicKey: string }) {
  const [here, setHere] = useState<Here | 'asking'>('asking')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let isGone = false
    lookHere(endpoint, publicKey).then(
      (found) => {
        if (isGone) return
        setHere(found)
        if (endpoint !== null && found !== 'on') revalidate()
      },
      () => !isGone && setHere(endpoint === null ? 'off' : 'on'),
    )
    return () => {
      isGone = true
    }
  }, [endpoint, publicKey, revalidate])
  const change = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    try {
      if (here === 'on') {
        await switchOffHere()
        setHere('off')
      } else setHere(await switchOn(publicKey))
      revalidate()
    } catch {
      setProblem(FAILED)
    } finally {
      setBusy(false)
    }
  }
  const isPossible = here === 'on' || here === 'off'
  return (
    <>
      <label className="flex min-h-11 cursor-pointer items-center justify-between gap-6">
        Notify me on this device
        <input
          type="checkbox"
          role="switch"
          className="switch"
          checked={here === 'on' || (here === 'asking' && endpoint !== null)}
          disabled={!isPossible}
          aria-describedby="told-here"
          onChange={() => void change()}
        />
      </label>
      <p id="told-here" role="status" className="max-w-[60ch] text-sm text-pretty text-muted">
        {isBusy ? 'One moment.' : problem || SAID[here]}
      </p>
    </>
  )
}

/** A button in a form, which works without JavaScript. */
function RemoveButton({ device, forms, children }: { device: Device; forms: string; children: string }) {
  return (
    <Form method="post" action={forms} preventScrollReset>
      <input type="hidden" name="form" value="forget-device" />
      <input type="hidden" name="deviceId" value={device.id} />
      <button type="submit" className="link min-h-11 text-sm">
        {children}
        {!device.isThis && <span className="sr-only"> {nameOf(device)}</span>}
      </button>
    </Form>
  )
}
