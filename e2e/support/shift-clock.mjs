import { ServerResponse } from 'node:http';

/** Loaded before a service, this makes its clock wrong by CLOCK_SHIFT_SECONDS, as its responses show. */
const shiftMs = Number(process.env.CLOCK_SHIFT_SECONDS) * 1000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length > 0 ? args : [RealDate.now() + shiftMs]));
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};

const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...args) {
  // Node reads the real clock for this header.
  this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, args);
};
