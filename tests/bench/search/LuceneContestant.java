// Lucene's side of the lexical contest: builds an index from a file of token streams, then answers commands on standard input.
//   java -cp lucene-core.jar:lucene-analyzers-common.jar LuceneContestant.java STREAMS QUERIES INDEX_FOLDER
// "round" prints the CPU nanoseconds of the query thread for each query, "answers" the documents found.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.MMapDirectory;

public class LuceneContestant {
    static IndexSearcher searcher;

    static TopDocs search(String line) throws Exception {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (String token : line.split(" "))
            query.add(new TermQuery(new Term("body", token)), BooleanClause.Occur.SHOULD);
        return searcher.search(query.build(), 10);
    }

    public static void main(String[] args) throws Exception {
        BooleanQuery.setMaxClauseCount(4096);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        com.sun.management.OperatingSystemMXBean system =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long start = system.getProcessCpuTime();
        MMapDirectory directory = new MMapDirectory(Path.of(args[2]));
        IndexWriterConfig config = new IndexWriterConfig(new WhitespaceAnalyzer());
        config.setOpenMode(IndexWriterConfig.OpenMode.CREATE);
        config.setSimilarity(new BM25Similarity(1.2f, 0.75f));
        config.setRAMBufferSizeMB(512);
        FieldType type = new FieldType();
        type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        type.setTokenized(true);
        type.freeze();
        try (IndexWriter writer = new IndexWriter(directory, config);
             BufferedReader streams = Files.newBufferedReader(Path.of(args[0]), StandardCharsets.UTF_8)) {
            for (String line = streams.readLine(); line != null; line = streams.readLine()) {
                Document document = new Document();
                document.add(new Field("body", line, type));
                writer.addDocument(document);
            }
            writer.forceMerge(1);
        }
        long build = system.getProcessCpuTime() - start;
        long bytes = 0;
        try (Stream<Path> files = Files.list(Path.of(args[2]))) {
            for (Path file : (Iterable<Path>) files::iterator)
                bytes += Files.size(file);
        }
        searcher = new IndexSearcher(DirectoryReader.open(directory));
        searcher.setSimilarity(new BM25Similarity(1.2f, 0.75f));
        searcher.setQueryCache(null); // the same queries come back: answers from a cache are no search
        List<String> queries = Files.readAllLines(Path.of(args[1]), StandardCharsets.UTF_8);
        for (int warm = 0; warm < 30; ++warm)
            for (String query : queries)
                search(query);
        System.out.println("ready " + build + " " + bytes + " " + org.apache.lucene.util.Version.LATEST);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            StringBuilder out = new StringBuilder();
            for (String query : queries) {
                if (command.equals("answers")) {
                    TopDocs found = search(query);
                    for (int i = 0; i < found.scoreDocs.length; ++i)
                        out.append(i == 0 ? "" : ",").append(found.scoreDocs[i].doc);
                    out.append(' ');
                    continue;
                }
                long before = threads.getCurrentThreadCpuTime();
                search(query);
                out.append(threads.getCurrentThreadCpuTime() - before).append(' ');
            }
            System.out.println(out);
        }
    }
}
