/** Thrown inside of `apply` where a choice cannot be carried out faithfully; caught there, and given as an error value. */
export class Refusal extends Error {}
