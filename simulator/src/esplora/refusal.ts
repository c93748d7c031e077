/** A response of the chain's server that is not a success, in its plain text. */
export class EsploraRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
