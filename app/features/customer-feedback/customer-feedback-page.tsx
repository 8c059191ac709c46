import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { DashboardHead } from '#app/components/dashboard-head.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { toast } from '#app/lib/toast.ts'
import { useAutoRefresh } from '#app/parts/dashboard/use-auto-refresh.ts'
import { lazyPart } from '#app/lib/use-part.ts'
import { feedbackHref, type CustomerFeedbackPageProps, type Opened } from './customer-feedback-address.ts'
import { NoReviews } from './no-reviews.tsx'
import { FeedbackFigures } from './feedback-figures.tsx'
import { FeedbackList } from './feedback-list.tsx'
import { RatingDistribution, SatisfactionTrend, TopReviewed, UrgentFeedback } from './feedback-panels.tsx'

const FeedbackDialog = lazyPart(() => import('./feedback-dialog.tsx'))

/** Customer feedback: figures, items that need an answer, and the full list. */
export function CustomerFeedbackPage(props: CustomerFeedbackPageProps) {
  const { figures, urgent, query, canAnswer, display } = props
  const [opened, open] = useState<Opened>(null)
  useAutoRefresh(display, opened !== null)
  return (
    <>
      <DashboardHead
        title="Customer Feedback"
        asOf={figures.asOf}
        period={{ current: query.period, hrefFor: (period) => feedbackHref({ ...query, period }) }}
      >
        {figures.hasAny && (
          <a
            href={fileHref(query)}
            download
            onClick={() =>
              toast.set({ tone: 'plain', title: 'Export Started', text: 'Your feedback report is being generated...' })
            }
            className="button button-quiet text-sm"
          >
            <Download aria-hidden size={16} /> Export
          </a>
        )}
      </DashboardHead>
      {figures.hasAny ? (
        <>
          <FeedbackFigures figures={figures} query={query} />
          {urgent.length > 0 && (
            <UrgentFeedback
              urgent={urgent}
              count={figures.urgent}
              asOf={figures.asOf}
              query={query}
              canAnswer={canAnswer}
              onOpen={open}
            />
          )}
          <div className="mt-8 grid grid-cols-1 gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
            <RatingDistribution distribution={figures.distribution} query={query} showsBars={display.showCharts} />
            <SatisfactionTrend trend={figures.trend} showsBars={display.showCharts} />
            <TopReviewed top={figures.top} className="md:max-xl:col-span-2" />
          </div>
          <FeedbackList {...props} onOpen={open} />
        </>
      ) : (
        <NoReviews />
      )}
      {opened && <FeedbackDialog opened={opened} onClose={() => open(null)} onMissing={() => open(null)} />}
    </>
  )
}

const fileHref = ({ tab, q, rating, answer, status }: CustomerFeedbackPageProps['query']) =>
  dashboardPaths.customerFeedbackFile({ tab, q, ...(tab === 'reviews' ? { rating, answer } : { status }) })
