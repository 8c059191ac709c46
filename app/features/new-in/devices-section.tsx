import { Form, useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { lookHere, switchOff, switchOn, type Here } from './told-here.ts'

export type Devices = RouterOutputs['newIn']['devices']
type Device = Devices['devices'][number]

const FAILED = 'That did not work. Please check your connection and try again.'

const SAID: Readonly<Record<Here | 'asking', string>> = {
  asking: 'Looking whether this browser can.',
  unable: 'This browser shows no notifications. Use emails or feeds instead.',
  'not-installed':
    'On iPhones and iPads only the installed app shows notifications: choose Share, then Add to Home Screen, and open the shop from there.',
  denied:
    'Your browser does not let us. Allow notifications of this site in its settings (in most, by the mark beside the address), then come back.',
  off: 'Off. Your browser asks you once when you switch it on.',
  on: 'On, for as long as you are signed in here.',
}

/** Whether a notification tells what is new in this browser, and in which others it does. */
export function DevicesSection({ publicKey, devices }: Devices) {
  const own = devices.find(({ isThis }) => isThis)
  const others = devices.filter(({ isThis }) => !isThis)
  return (
    <Section
      id="devices"
      title="Notifications"
      hint="One a day at most, for all that you follow, and not in your quiet hours. It counts what is new, and leads here."
    >
      <div className="needs-script">
        <DeviceSwitch told={own?.endpoint ?? null} publicKey={publicKey} />
      </div>
      <div className="no-script-only">
        {own ? (
          <RemoveButton device={own}>Tell me nothing on this device</RemoveButton>
        ) : (
          <p>To be told on this device, your browser has to run scripts.</p>
        )}
      </div>
      {others.length > 0 && (
        <>
          <h3 className="mt-6 text-lg">Also told</h3>
          <ul className="divide-y divide-line/60">
            {others.map((device) => (
              <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-6 py-1">
                <p className="min-w-0 py-2">
                  {nameOf(device)}
                  <span className="block text-sm text-muted">
                    Since {formatDate(device.createdAt)}
                    {device.lastSuccessAt ? `, last told on ${formatDate(device.lastSuccessAt)}` : ', not told yet'}
                  </span>
                </p>
                <RemoveButton device={device}>Remove</RemoveButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

const nameOf = ({ device }: Device) => device || 'Unknown device'

function DeviceSwitch({ told, publicKey }: { told: string | null; publicKey: string }) {
  const [here, setHere] = useState<Here | 'asking'>('asking')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let isGone = false
    lookHere(told, publicKey).then(
      (found) => {
        if (isGone) return
        setHere(found)
        if (told !== null && found !== 'on') revalidate()
      },
      () => !isGone && setHere(told === null ? 'off' : 'on'),
    )
    return () => {
      isGone = true
    }
  }, [told, publicKey, revalidate])
  const change = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    try {
      if (here === 'on') {
        await switchOff()
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
        Tell me on this device
        <input
          type="checkbox"
          role="switch"
          className="switch"
          checked={here === 'on' || (here === 'asking' && told !== null)}
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

/** A form, which works without JavaScript. */
function RemoveButton({ device, children }: { device: Device; children: string }) {
  return (
    <Form method="post" action={newInPaths.forms()} preventScrollReset>
      <input type="hidden" name="form" value="forget-device" />
      <input type="hidden" name="deviceId" value={device.id} />
      <button type="submit" className="link min-h-11 text-sm">
        {children}
        {!device.isThis && <span className="sr-only"> {nameOf(device)}</span>}
      </button>
    </Form>
  )
}
