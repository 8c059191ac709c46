import { Dialog, DialogPanel, DialogTitle } from '@headlessui/react'
import AppWindow from 'lucide-react/icons/app-window'
import CloudOff from 'lucide-react/icons/cloud-off'
import ShieldCheck from 'lucide-react/icons/shield-check'
import X from 'lucide-react/icons/x'
import Zap from 'lucide-react/icons/zap'
import { useState } from 'react'
import { useBackLayer } from '#app/lib/back-stack.ts'
import { PhoneDrawing } from './phone-drawing.tsx'
import type { Phone } from './use-install-prompt.ts'

const STEPS: Record<Phone, Array<{ title: string; text: string }>> = {
  ios: [
    { title: 'Tap Share', text: 'The square with an arrow in your browser’s toolbar.' },
    { title: 'Add to Home Screen', text: 'Scroll down in the list that opens, and choose it.' },
    { title: 'Confirm', text: 'Tap Add. WTF will appear on your home screen.' },
  ],
  android: [
    { title: 'Open browser menu', text: 'The three dots in the corner of your browser.' },
    { title: 'Add to Home screen', text: 'Choose it in the menu. Some browsers call it Install app.' },
    { title: 'Install', text: 'Confirm. WTF will appear on your home screen.' },
  ],
}

// Each claim must be true: check the service worker (server/http/service-worker) and the manifest.
const BENEFITS = [
  { title: 'Lightning Fast', text: 'Images and fonts you have already loaded are stored on your phone.', Icon: Zap },
  {
    title: 'Works Offline',
    text: 'Offline, you can still open recently viewed pages and see how old they are.',
    Icon: CloudOff,
  },
  {
    title: 'Native Experience',
    text: 'An icon on your home screen and a full-screen view without an address bar.',
    Icon: AppWindow,
  },
  {
    title: 'Secure & Private',
    text: 'No app store, no permissions. Pages saved on your phone contain no account data.',
    Icon: ShieldCheck,
  },
]

interface InstallTutorialProps {
  phone: Phone
  /** True if the visitor opened it; false if it appeared automatically. */
  isAskedFor: boolean
  onClose: () => void
}

/** A full-screen tutorial for phones. Load it on demand. */
export default function InstallTutorial({ phone, isAskedFor, onClose }: InstallTutorialProps) {
  useBackLayer(isAskedFor, onClose)
  const [step, setStep] = useState(0)
  const [isWhy, setWhy] = useState(false)
  const steps = STEPS[phone]
  const isLast = step === steps.length - 1
  return (
    <Dialog open onClose={onClose} className="fixed inset-0 z-50 bg-ink">
      <DialogPanel className="mx-auto flex h-dvh max-w-lg flex-col gap-4 overflow-y-auto px-5 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <div className="flex items-center justify-between gap-4">
          <DialogTitle className="eyebrow font-sans">{isWhy ? 'Why Install the App?' : 'Install WTF'}</DialogTitle>
          <button type="button" onClick={onClose} aria-label="Close" className="icon-button -mr-2">
            <X aria-hidden size={20} />
          </button>
        </div>
        <div aria-live="polite" className="flex min-h-0 grow flex-col justify-center">
          {isWhy ? (
            <Benefits />
          ) : (
            <Step phone={phone} step={step} count={steps.length} {...(steps[step] ?? { title: '', text: '' })} />
          )}
        </div>
        <div className="grid grid-cols-2 gap-3">
          {isWhy ? (
            <button type="button" onClick={() => setWhy(false)} className="button button-quiet">
              Back to Tutorial
            </button>
          ) : (
            <button
              type="button"
              onClick={() => setStep(step - 1)}
              disabled={step === 0}
              className="button button-quiet disabled:opacity-40"
            >
              Previous
            </button>
          )}
          {isWhy || isLast ? (
            <button type="button" onClick={onClose} className="button button-accent">
              Got It!
            </button>
          ) : (
            <button type="button" onClick={() => setStep(step + 1)} className="button button-accent">
              Next
            </button>
          )}
        </div>
        <div className="text-center text-sm text-muted">
          {!isWhy && (
            <button type="button" onClick={() => setWhy(true)} className="link min-h-11 px-3 text-text">
              Why Install?
            </button>
          )}
          <p>You can always install later from your browser menu</p>
        </div>
      </DialogPanel>
    </Dialog>
  )
}

function Step({
  phone,
  step,
  count,
  title,
  text,
}: {
  phone: Phone
  step: number
  count: number
  title: string
  text: string
}) {
  return (
    <>
      <div className="flex min-h-0 shrink grow items-center justify-center py-4">
        <PhoneDrawing phone={phone} step={step} />
      </div>
      <div className="flex items-start gap-5 border-t border-line pt-5">
        <p className="font-display text-6xl leading-[0.8] text-accent">
          <span className="sr-only">Step </span>
          {step + 1}
          <span className="sr-only"> of {count}</span>
        </p>
        <div className="min-h-24">
          <h3 className="text-3xl leading-none">{title}</h3>
          <p className="mt-2 text-muted">{text}</p>
        </div>
      </div>
    </>
  )
}

function Benefits() {
  return (
    <ul className="divide-y divide-line">
      {BENEFITS.map(({ title, text, Icon }) => (
        <li key={title} className="flex gap-5 py-5">
          <Icon aria-hidden size={24} strokeWidth={1.5} className="mt-1 shrink-0 text-accent" />
          <div>
            <h3 className="text-2xl leading-tight">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
