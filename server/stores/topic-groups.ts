import type { StorePlatform, TopicGroup } from './store-platform.ts'

/** Returns null for a topic that we do not subscribe to. */
export const groupOf = ({ topics, groupOf: group }: StorePlatform, topic: string): TopicGroup | null =>
  topics.includes(topic) ? group(topic) : null

export const topicsOf = (platform: StorePlatform, group: TopicGroup): string[] =>
  platform.topics.filter((topic) => platform.groupOf(topic) === group)
