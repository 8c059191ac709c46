import type { PartnerAsk } from '#server/platform/ask.ts'
import { HOUR_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { MAX_FEEDS, type AddFeedInput, type FeedInput } from './imports.schema.ts'
import { removeImportFile } from './import-files.ts'
import { beginFeed } from './read-feeds.ts'

type Ask = Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>

/** Lists the partner's feeds, oldest first. */
export const listFeeds = ({ db, partner }: Pick<Ask, 'db' | 'partner'>) =>
  db.productFeed.findMany({
    where: { partnerId: partner.id },
    orderBy: { createdAt: 'asc' },
    select: {
      id: true,
      url: true,
      gone: true,
      everyHours: true,
      isActive: true,
      lastReadAt: true,
      nextReadAt: true,
      message: true,
    },
  })

/**
 * Adds a feed and starts a first dry run. The feed is read regularly once that dry run was imported.
 * @throws AppError conflict if the feed exists already, too_many
 */
export async function addFeed({ db, viewer, partner }: Ask, { url, everyHours, gone }: AddFeedInput) {
  const { href } = new URL(url)
  const feed = await db.$transaction(async (tx) => {
    // Serialise per partner, so that two requests cannot both add the last allowed feed.
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE`
    const feeds = await tx.productFeed.findMany({ where: { partnerId: partner.id }, select: { url: true } })
    if (feeds.some((known) => known.url === href))
      throw new AppError('conflict', 'This feed has already been added.', { field: 'url' })
    if (feeds.length >= MAX_FEEDS) throw new AppError('too_many', `You can add up to ${MAX_FEEDS} feeds.`)
    return tx.productFeed.create({
      data: { id: newId(), partnerId: partner.id, createdById: viewer.userId, url: href, everyHours, gone },
      select: { id: true, partnerId: true, url: true, gone: true },
    })
  })
  return { importId: await beginFeed(db, feed, { isAutomatic: false, createdById: viewer.userId }) }
}

/** Starts a dry run of a feed for the partner to review. @throws AppError not_found, conflict while it is being read */
export async function importFeedNow(
  { db, viewer, partner, dataDir }: Ask & Pick<PartnerAsk, 'dataDir'>,
  { feedId }: FeedInput,
) {
  const feed = await db.productFeed.findFirst({ where: { id: feedId, partnerId: partner.id } })
  if (!feed) throw notFound()
  const running = await db.productImport.findFirst({
    where: { feedId, status: { in: ['fetching', 'uploaded', 'reading', 'applying'] } },
    select: { id: true },
  })
  if (running) throw new AppError('conflict', 'This feed is already being checked.')
  // An earlier dry run that was never imported is out of date, and its file uses storage.
  const old = await db.productImport.updateManyAndReturn({
    where: { feedId, status: { in: ['unmapped', 'read'] } },
    data: { status: 'cancelled', message: 'Replaced by a newer check.' },
    select: { id: true },
  })
  for (const { id } of old) await removeImportFile(db, dataDir, id)
  return { importId: await beginFeed(db, feed, { isAutomatic: false, createdById: viewer.userId }) }
}

/** Pauses or resumes the automatic reading of a feed. @throws AppError not_found */
export async function pauseFeed({ db, partner }: Ask, { feedId }: FeedInput) {
  const feed = await db.productFeed.findFirst({ where: { id: feedId, partnerId: partner.id } })
  if (!feed) throw notFound()
  await db.productFeed.update({
    where: { id: feed.id },
    data: feed.isActive
      ? { isActive: false, nextReadAt: null }
      : { isActive: true, failures: 0, message: null, nextReadAt: new Date(Date.now() + feed.everyHours * HOUR_MS) },
  })
}

/** Deletes a feed and keeps its products. @throws AppError not_found */
export async function removeFeed({ db, partner }: Ask, { feedId }: FeedInput) {
  const { count } = await db.productFeed.deleteMany({ where: { id: feedId, partnerId: partner.id } })
  if (!count) throw notFound()
}

const notFound = () => new AppError('not_found', 'Feed not found.')
