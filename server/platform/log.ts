import pino from 'pino'

/** The one log: JSON lines on stdout. The level is set at start from LOG_LEVEL. */
export const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
