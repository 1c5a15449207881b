/** Days for which a deleted team goes on, and can be kept. */
export const teamGraceDays = 7
