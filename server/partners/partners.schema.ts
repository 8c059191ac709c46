import { z } from 'zod'

export const partnerIdInput = z.object({ partnerId: z.string() })
