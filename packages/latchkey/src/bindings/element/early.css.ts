/** For a button in the page's HTML that was pressed before the script came. */
export const earlyCss = `
:has(:popover-open) + button { cursor: progress; opacity: .6 }
`
