// What can go wrong between the page and the program.

export class ProgramError extends Error {}

/** There is no program, or it does not know this page. */
export class LostError extends ProgramError {}
