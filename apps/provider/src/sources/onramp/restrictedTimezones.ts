/** Mainland China, Hong Kong and Macau, in upper case as the widget compares them. */
export const defaultRestrictedTimezones: readonly string[] = [
  'ASIA/SHANGHAI',
  'ASIA/URUMQI',
  'ASIA/CHONGQING',
  'ASIA/HARBIN',
  'ASIA/KASHGAR',
  'ASIA/MACAU',
  'ASIA/HONG_KONG',
  'ASIA/MACAO',
  'ASIA/BEIJING',
]

/** The time zones of the setting; it is off unless switched on. */
export function toRestrictedTimezones(
  setting: boolean | readonly string[] | undefined,
): readonly string[] {
  if (setting === true) return defaultRestrictedTimezones
  return setting ? setting.map((zone) => zone.toUpperCase()) : []
}
