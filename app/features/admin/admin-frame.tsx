import { useLocation } from '@remix-run/react'
import Activity from 'lucide-react/icons/activity'
import Coins from 'lucide-react/icons/coins'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import Flag from 'lucide-react/icons/flag'
import Gavel from 'lucide-react/icons/gavel'
import Globe from 'lucide-react/icons/globe'
import Hourglass from 'lucide-react/icons/hourglass'
import Inbox from 'lucide-react/icons/inbox'
import MailPlus from 'lucide-react/icons/mail-plus'
import Mails from 'lucide-react/icons/mails'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import PlugZap from 'lucide-react/icons/plug-zap'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Server from 'lucide-react/icons/server'
import Store from 'lucide-react/icons/store'
import Ticket from 'lucide-react/icons/ticket'
import UserRound from 'lucide-react/icons/user-round'
import { useState, type ReactNode } from 'react'
import { SideFrame, type SideEntry } from '#app/components/side-frame.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { ADMIN_PAGES } from './admin-nav.ts'
import { countOnPage, type Queues } from './queues/queues.ts'
import { SearchOpener } from './search/search-opener.tsx'
import { lookup } from '#server/platform/lookup.schema.ts'

type Group = (typeof ADMIN_PAGES)[number]['group']

const GROUPS: Record<Group, { name: string; icon: SideEntry['icon'] }> = {
  market: { name: 'Market', icon: Activity },
  moderation: { name: 'Moderation', icon: Gavel },
  money: { name: 'Money', icon: Coins },
  people: { name: 'People', icon: UserRound },
  machine: { name: 'System', icon: Server },
}

/** Other pages use the icon of their group. */
const ICONS = lookup<SideEntry['icon']>({
  [adminPaths.adminPartners()]: Store,
  [adminPaths.invitePartners()]: MailPlus,
  [adminPaths.adminPromotions()]: Megaphone,
  [adminPaths.adminReviews()]: MessageSquareText,
  [adminPaths.adminOrderFiles()]: FileSpreadsheet,
  [adminPaths.adminInvoices()]: ReceiptText,
  [adminPaths.adminFlags()]: Flag,
  [adminPaths.tickets()]: Ticket,
  [adminPaths.adminWaitlist()]: Hourglass,
  [adminPaths.outbox()]: Mails,
  [adminPaths.adminConnections()]: PlugZap,
  [adminPaths.adminSite()]: Globe,
})

/** The frame of the admin pages: the navigation by group, with the number of waiting items per page. */
export function AdminFrame({
  queues,
  isFolded: saved,
  children,
}: {
  queues: Queues
  isFolded: boolean
  children: ReactNode
}) {
  const [isFolded, fold] = useFolding(saved)
  const { pathname } = useLocation()
  const session = useSession()
  const groups = Object.entries(GROUPS).map(([group, { name, icon }]) => ({
    name,
    entries: ADMIN_PAGES.filter((page) => page.group === group).map(({ name, to }): SideEntry => ({
      name,
      to,
      icon: ICONS[to] ?? icon,
      count: countOnPage(queues, to),
      // Avoids marking two entries as current if one page's address starts with another's.
      isExact: ADMIN_PAGES.some((other) => other.to.startsWith(`${to}/`) && pathname.startsWith(other.to)),
    })),
  }))
  return (
    <SideFrame
      label="Administration"
      groups={[{ entries: [{ name: 'Needs attention', to: paths.admin(), icon: Inbox, isExact: true }] }, ...groups]}
      isFolded={isFolded}
      onFold={fold}
      top={(isNarrow) => <SearchOpener isNarrow={isNarrow} />}
      who={{ name: session?.viewer.email ?? '', role: 'Administrator' }}
    >
      {children}
    </SideFrame>
  )
}

/** Folds immediately and saves the choice on the server for the next page. */
function useFolding(saved: boolean): [boolean, (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(saved)
  const fold = (isNow: boolean) => {
    setFolded(isNow)
    void import('#app/lib/trpc-client.ts')
      .then(({ client }) => client.admin.desk.fold.mutate({ isFolded: isNow }))
      // The sidebar stays folded on this page. If saving fails, only the next visit is affected.
      .catch(() => undefined)
  }
  return [isFolded, fold]
}
