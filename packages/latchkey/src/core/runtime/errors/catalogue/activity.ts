/** Texts of `activity.ts`; word for word where the specification (§8) fixes them. */

export const historyFailed = 'Failed to fetch transactions'
