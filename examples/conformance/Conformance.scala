// Compares an implementation of Dameo with the conformance kit: docs/conformance.md. Scala 2.13 or 3, no libraries.
// The tests of dameotb do not compile this file.
//
// An implementation is a function from FEN to an Answer. For strategygames it would make a Situation of the FEN, list
// its moves to their end (a capture of several pieces is several moves there), and print each Situation as FEN:
//     Conformance.compare("dameo.jsonl", "playstrategy", fen => Conformance.Answer(successors, over))

import scala.io.Source

object Conformance {

  /** successors: the positions that the legal moves lead to, as FEN. over: how the game has ended for the side to move,
    * "loss", "draw" or "null".
    */
  final case class Answer(successors: List[String], over: String)

  private final case class Line(tag: String, why: String, fen: String, right: Set[String], isEnd: Boolean)

  /** Returns a position in one form: White first, squares sorted as text, no counters. */
  def inOneForm(fen: String): String = {
    val parts = fen.trim.split(':').toList
    def squares(side: Char): String =
      parts.tail.find(_.headOption.contains(side)).getOrElse("-").drop(1).split(',').sorted.mkString(",")
    parts.head + ":W" + squares('W') + ":B" + squares('B')
  }

  /** Reads one line of the kit. No text in the kit has a quotation mark or a backslash, so patterns will do. */
  private def read(line: String, site: String): Line = {
    def text(name: String): String = ("\"" + name + "\":\"([^\"]*)\"").r.findFirstMatchIn(line).get.group(1)
    val successors = "\"succ\":\\[([^\\]]*)\\]".r.findFirstMatchIn(line).map(_.group(1))
    val right = successors match {
      case Some(list) => "\"([^\"]*)\"".r.findAllMatchIn(list).map(found => inOneForm(found.group(1))).toSet
      case None       => Set(("\"" + site + "\":\"?(\\w+)").r.findFirstMatchIn(line).get.group(1))
    }
    Line(text("tag"), text("why"), text("fen"), right, successors.isEmpty)
  }

  /** Prints a report, and returns how many lines of the kit failed. site: "freeling", "playstrategy" or "abstractplay",
    * by whose rules the game ends.
    */
  def compare(file: String, site: String, ask: String => Answer): Int = {
    val source = Source.fromFile(file, "UTF-8")
    val lines = try source.getLines().map(read(_, site)).toList finally source.close()
    val results = lines.map { line =>
      val answer = ask(line.fen)
      val found = if (line.isEnd) Set(answer.over) else answer.successors.map(inOneForm).toSet
      (line, line.right.diff(found).toList.sorted, found.diff(line.right).toList.sorted)
    }
    val (passed, failed) = results.partition { case (_, missing, extra) => missing.isEmpty && extra.isEmpty }
    lines.map(_.tag).distinct.foreach { tag =>
      println(s"$tag: ${passed.count(_._1.tag == tag)} of ${lines.count(_.tag == tag)}")
      failed.find(_._1.tag == tag).foreach { case (line, missing, extra) =>
        println(s"  ${line.fen}  (${line.why})")
        missing.foreach(one => println(s"    missing $one"))
        extra.foreach(one => println(s"    extra   $one"))
      }
    }
    failed.size
  }
}
