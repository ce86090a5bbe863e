import { listed } from './listed.ts'

/** Rules of the English checker that hold in such texts. Rules that guess or teach style are left out. */
export const trustedRules = listed(`
AnA PronounVerbAgreement OpenCompounds ModalOf Everyday EveryTime TheirToThere TheirToTheyre ThenThan ToLoseTooLoose ItsContraction
PronounContraction FeelFell GetUsedTo UseToUsedTo SupposedTo InsteadOf MoreBetter AdjectiveDoubleDegree DidPast HelpedPast
InflectedVerbAfterTo WillNonLemma WereWhere FedUpWith GoodAt SubjectPronoun IAm OneOfTheSingular LetsConfusion YourPredicateAdjective
InTheFirstPlace AfterAWhile AllOfASudden DespiteOf EachOthersPossessive HadOf LookForwardTo LookingForwardTo
`)
