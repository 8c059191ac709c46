/** The end of an id, to tell things apart on a page. It is random; a UUIDv7 begins with its time, so neighbours begin alike. */
export const shortId = (id: string): string => id.slice(-8)
