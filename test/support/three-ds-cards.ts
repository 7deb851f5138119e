/** The cards of the 3-D Secure directory by what it answers; `...Approves` can be charged afterwards. */
export const threeDsCards = {
  frictionless: '4000000000002701',
  challenge: '4000000000002503',
  denied: '4000000000002925',
  attempted: '4000000000002719',
  rejected: '4000000000002537',
  unavailable: '4000000000002313',
  notEnrolled: '4000000000002990',
  challengeApproves: '4000000000003220',
  frictionlessApproves: '4000000000003238',
} as const;
