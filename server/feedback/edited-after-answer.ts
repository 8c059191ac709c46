/** Whether a review was changed after its answer was written or last confirmed. */
export const isEditedAfterAnswer = ({
  response,
  responseDate,
  editedAt,
}: {
  response: string | null
  responseDate: Date | null
  editedAt: Date | null
}): boolean => response !== null && responseDate !== null && editedAt !== null && editedAt > responseDate
