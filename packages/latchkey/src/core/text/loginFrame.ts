/** What screen readers call the login frame. */
export const frameTitle = 'Secure login'
